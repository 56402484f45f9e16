import { AppError } from './app-error.ts';

/** Messages are read by people: of very many problems only the first are shown. */
const shownMax = 20;

/** All problems in one sentence, so that the sender need not find them one by one. */
export function joinProblems(problems: readonly string[], separator = '; '): string {
  const shown = problems.slice(0, shownMax).join(separator);
  const more = problems.length - shownMax;
  return more > 0 ? `${shown}${separator}and ${more} more` : shown;
}

/** One problem that a schema finds in a file. */
export function describeIssue({
  path,
  message,
}: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}): string {
  return `${path.join('.') || 'file'}: ${message}`;
}

/** `subject` begins the sentence: "The directories have". `detail.problems` lists all problems. */
export function problemsError(
  code: 'content-model.invalid' | 'directory.invalid' | 'workflow.invalid',
  subject: string,
  problems: readonly string[],
): AppError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const message = `${subject} ${count}:\n${problems.map((p) => `- ${p}`).join('\n')}`;
  return new AppError(code, message, { detail: { problems } });
}
