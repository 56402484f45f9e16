/** Names are parts of paths. */
const nameMax = 200;

export function nameFor(title: string): string {
  const name = title
    .replace(/[/\\\p{Cc}]+/gu, '-')
    .slice(0, nameMax)
    .toWellFormed()
    .trim();
  return /^\.{1,2}$/.test(name) ? `-${name}` : name;
}
