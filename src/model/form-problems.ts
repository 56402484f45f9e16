import type { z } from 'zod';

/** Every problem that a schema finds in a file or at a place in it, as `place: what is wrong`. */
export function describeForm(error: z.ZodError, place: readonly PropertyKey[] = []): string[] {
  return error.issues.flatMap((issue) => describeIssue(issue, [...place, ...issue.path]));
}

function describeIssue(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${placeOf([...path, key])}: unknown key`);
  }
  return [`${placeOf(path)}: ${issue.message}`];
}

function placeOf(path: readonly PropertyKey[]): string {
  let place = '';
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place === '' ? '(the file)' : place;
}
