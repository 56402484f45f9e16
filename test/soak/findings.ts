/** What a run has found wrong; the same thing found again is only counted. */
export class Findings {
  readonly #texts = new Map<string, { text: string; count: number }>();
  readonly #tell: (line: string) => void;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  /** `kind` says when two findings are the same. */
  add(kind: string, text: string): void {
    const known = this.#texts.get(kind);
    if (known) {
      known.count += 1;
      return;
    }
    this.#texts.set(kind, { text, count: 1 });
    this.#tell(`FOUND ${kind}: ${text}`);
  }

  get size(): number {
    return this.#texts.size;
  }

  report(): string {
    return [...this.#texts]
      .map(([kind, { text, count }]) => `- ${kind} (${count} times): ${text}`)
      .join('\n');
  }
}
