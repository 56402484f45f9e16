/** Names a folder of an archive may hold; deeper than this no file of ours is. */
const foldersMax = 64;
const segmentLengthMax = 255;

/**
 * The names of an archive's entries: wherever it is unpacked, no entry leaves its folder and none
 * takes the place of another.
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

/** Many file systems take two spellings of one character, or of one letter, for the same name. */
function keyOf(entry: string): string {
  return entry.normalize('NFC').toLowerCase();
}

/** Without what means something other than a name: roots, drives, parents, line ends. */
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
