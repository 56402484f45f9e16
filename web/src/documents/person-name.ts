/** Of a user entity in the place of a name; of a user who is gone only the name is left. */
export function personName(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, properties } = value as { id?: unknown; properties?: Record<string, unknown> };
  const { firstName, lastName } = properties ?? {};
  const name = `${firstName ?? ''} ${lastName ?? ''}`.trim();
  return name || (typeof id === 'string' ? id : undefined);
}
