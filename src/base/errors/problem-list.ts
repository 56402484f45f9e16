/** A message is for people: of very many mistakes the first show what is wrong. */
const shownMax = 20;

/** All problems in one sentence, so that the sender need not find them one by one. */
export function joinProblems(problems: readonly string[], separator = '; '): string {
  const shown = problems.slice(0, shownMax).join(separator);
  const more = problems.length - shownMax;
  return more > 0 ? `${shown}${separator}and ${more} more` : shown;
}
