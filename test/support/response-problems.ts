const problems: string[] = [];

export function addProblem(text: string): void {
  problems.push(text);
}

/** What was found wrong since the last time. */
export function takeProblems(): readonly string[] {
  return problems.splice(0);
}
