/** A failed assertion is a bug of the program: the request ends with 500, in production as well. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** The value, which must be present by an invariant of the caller. */
export function present<T>(value: T | undefined | null, message: string): T {
  assert(value !== undefined && value !== null, message);
  return value;
}
