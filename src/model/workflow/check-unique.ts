/** Reports names that are there twice. */
export function checkUnique(
  names: readonly string[],
  report: (index: number, message: string) => void,
): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) report(index, `"${name}" is there twice; use another name`);
    seen.add(name);
  }
}
