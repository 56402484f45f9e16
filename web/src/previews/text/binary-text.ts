/** Those that lines, tabs, terminals and printers use. */
const usual = new Set(['\b', '\t', '\n', '\v', '\f', '\r', '\u001B', '\u001A']);

/** Texts have few other control characters: what has many of them is another kind of file, whatever its name says. */
export function isBinary(text: string): boolean {
  const beginning = text.slice(0, 4_000);
  const odd = [...beginning].filter(
    (each) => each === '\uFFFD' || (each < ' ' && !usual.has(each)),
  );
  return odd.length > beginning.length / 50;
}
