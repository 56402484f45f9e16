/** The changes of a unit so far. */
interface Changes {
  readonly changes: number;
}

/**
 * Which objects exist, by the source in which they were looked for. Operations that remove such
 * objects in their unit call `forget`; that one is missing counts until the unit changes something.
 */
export class KnownReferences {
  readonly #existing = new Map<string, Set<string>>();
  readonly #missing = new Map<string, Set<string>>();
  #missingAt = 0;

  has(source: string, value: string): boolean {
    return this.#existing.get(source)?.has(value) ?? false;
  }

  isMissing(source: string, value: string, { changes }: Changes): boolean {
    return this.#missingAt === changes && (this.#missing.get(source)?.has(value) ?? false);
  }

  add(source: string, values: readonly string[], existing: ReadonlySet<string>): void {
    const known = this.#existing.get(source) ?? new Set();
    for (const value of values) if (existing.has(value)) known.add(value);
    this.#existing.set(source, known);
  }

  addMissing(source: string, values: readonly string[], { changes }: Changes): void {
    if (this.#missingAt !== changes) this.#missing.clear();
    this.#missingAt = changes;
    const known = this.#missing.get(source) ?? new Set();
    for (const value of values) known.add(value);
    this.#missing.set(source, known);
  }

  forget(): void {
    this.#existing.clear();
    this.#missing.clear();
  }
}
