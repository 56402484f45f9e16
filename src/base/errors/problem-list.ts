import { AppError } from './app-error.ts';

/** A message is for people: of very many mistakes the first show what is wrong. */
const shownMax = 20;

/** All problems in one sentence, so that the sender need not find them one by one. */
export function joinProblems(problems: readonly string[], separator = '; '): string {
  const shown = problems.slice(0, shownMax).join(separator);
  const more = problems.length - shownMax;
  return more > 0 ? `${shown}${separator}and ${more} more` : shown;
}

/** One problem of a file, as a schema finds it. */
export function describeIssue({
  path,
  message,
}: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}): string {
  return `${path.join('.') || 'file'}: ${message}`;
}

/** `subject` begins the sentence: "The directories have". Every problem is in `detail.problems` as well. */
export function problemsError(
  code: 'content-model.invalid' | 'directory.invalid',
  subject: string,
  problems: readonly string[],
): AppError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const message = `${subject} ${count}:\n${problems.map((p) => `- ${p}`).join('\n')}`;
  return new AppError(code, message, { detail: { problems } });
}
