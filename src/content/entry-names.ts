/** Segments in a path of an archive; deeper paths lose the first ones. */
const foldersMax = 64;
const segmentLengthMax = 255;

/**
 * The names of an archive's entries: wherever it is unpacked, no entry is written outside its
 * folder or replaces another.
 */
export class EntryNames {
  readonly #taken = new Set<string>();
  #renamedCount = 0;

  /** The name itself if it is safe and free, else one made from it. */
  take(wanted: string): string {
    const segments = safeSegments(wanted);
    const name = segments.pop() ?? 'file';
    const folder = segments.map((segment) => `${segment}/`).join('');
    let entry = folder + name;
    while (this.#isTaken(entry)) {
      this.#renamedCount += 1;
      entry = `${folder}renamed_${this.#renamedCount}_${name}`;
    }
    this.#taken.add(keyOf(entry));
    return entry;
  }

  #isTaken(entry: string): boolean {
    return this.#taken.has(keyOf(entry));
  }
}

/** Many file systems treat names that differ in case or in Unicode normalisation as the same. */
function keyOf(entry: string): string {
  return entry.normalize('NFC').toLowerCase();
}

/** Without parts that are not names: roots, drives, parents, line ends. */
function safeSegments(name: string): string[] {
  const segments = name
    .replace(/[\p{Cc}\u2028\u2029]/gu, '_')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments
    .slice(-foldersMax)
    .map((segment) => segment.slice(0, segmentLengthMax).toWellFormed())
    .map((segment, index) => (index === 0 ? segment.replace(/^([A-Za-z]):/, '$1_') : segment));
}
