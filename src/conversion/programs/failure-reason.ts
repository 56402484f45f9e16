/** Libraries repeat the same lines. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return [...new Set(text.split('\n'))].join('; ').slice(0, 500);
}
