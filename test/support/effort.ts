/** Random tests try few cases with each run, and other ones with the next; `TEST_EFFORT=10` tries ten times as many. */
const effort = Number(process.env.TEST_EFFORT ?? 1);

export function tries(count: number): number {
  return Math.max(1, Math.round(count * effort));
}
