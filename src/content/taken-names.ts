/** Names of one folder of an archive, which may be unpacked where names that differ in case only are the same. */
export class TakenNames {
  /** Each with the number that the next one of the name gets. */
  readonly #taken = new Map<string, number>();

  /** @param numbered the name with a number; called until the result is free */
  take(name: string, numbered: (name: string, count: number) => string): string {
    const key = keyOf(name);
    let free = name;
    let count = this.#taken.get(key) ?? 1;
    for (; this.#taken.has(keyOf(free)); count += 1) free = numbered(name, count + 1);
    this.#taken.set(key, count);
    if (free !== name) this.#taken.set(keyOf(free), 1);
    return free;
  }
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
