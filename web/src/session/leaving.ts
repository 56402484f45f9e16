/** Returns whether the user may sign out; it may ask. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();

/** Asks before a sign-out that would lose something. Returns how to stop asking. */
export function guardSignOut(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

export async function maySignOut(): Promise<boolean> {
  for (const guard of guards) {
    if (!(await guard())) return false;
  }
  return true;
}
