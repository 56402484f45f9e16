import type { SourceFile } from './source-files.ts';

const opening =
  /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|(?:static |private )?(?:async )?(?:get )?[*#]?(\w+)\([^)]*\)?.*\{$|(?:const|export const) (\w+) = (?:async )?\(.*\{$)/;

/**
 * Functions, methods and named arrow functions with more lines than allowed. The formatter puts the
 * closing brace at the indentation of the opening line, which is all that this relies on.
 */
export function oversizedFunctions(file: SourceFile, linesMax: number): string[] {
  const lines = file.text.split('\n');
  const found: string[] = [];
  for (const [index, line] of lines.entries()) {
    const match = opening.exec(line);
    if (!match || /^\s*(?:if|for|while|switch|return|catch)\b/.test(line)) continue;
    const indent = match[1] ?? '';
    const end = lines.findIndex(
      (other, at) => at > index && new RegExp(`^${indent}\\}`).test(other),
    );
    const size = end === -1 ? 0 : end - index + 1;
    const name = match[2] ?? match[3] ?? match[4];
    if (size > linesMax) found.push(`${file.path}: ${name} has ${size} lines`);
  }
  return found;
}
