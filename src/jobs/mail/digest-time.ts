const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** In UTC. */
const dailyAtMs = 5 * hourMs;

/** When an event is told: with the next full hour, or at 5 in the morning. */
export function digestDueMs(eventMs: number, digest: 'hourly' | 'daily'): number {
  if (digest === 'hourly') return Math.floor(eventMs / hourMs + 1) * hourMs;
  return Math.floor((eventMs - dailyAtMs) / dayMs + 1) * dayMs + dailyAtMs;
}
