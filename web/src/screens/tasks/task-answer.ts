/** What a field of a task form looks like: the entity of a task has values and no types. */
export type FieldKind = 'people' | 'choice' | 'date' | 'text' | 'read-only';

export interface TaskField {
  readonly name: string;
  readonly kind: FieldKind;
}

const people = new Set(['participants', 'assignees']);

/** The fields of a task in the order of its variables; what only workflows fill is left out. */
export function fieldsOf(variables: Readonly<Record<string, unknown>>): readonly TaskField[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    const kind = kindOf(name, value);
    return kind ? [{ name, kind }] : [];
  });
}

function kindOf(name: string, value: unknown): FieldKind | undefined {
  // The comment has its own field; the button is what is pressed.
  if (name === 'comment' || name === 'button' || name === 'assignees') return undefined;
  if (name === 'initiatorComment') return value ? 'read-only' : undefined;
  if (people.has(name) || isPeople(value)) return 'people';
  if (name === 'validationOrReview') return 'choice';
  if (/date$/i.test(name)) return 'date';
  return value === null || typeof value === 'string' ? 'text' : undefined;
}

function isPeople(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isPrefixed);
}

function isPrefixed(value: unknown): boolean {
  return typeof value === 'string' && /^(?:user|group):/.test(value);
}

/** The names of required lists of people that are empty, where the button asks for a check. */
export function missingFields(
  fields: readonly TaskField[],
  values: Readonly<Record<string, unknown>>,
  button: { readonly validate: boolean },
): readonly string[] {
  if (!button.validate) return [];
  return fields
    .filter(({ name, kind }) => kind === 'people' && isEmpty(values[name]))
    .map(({ name }) => name);
}

function isEmpty(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}

/** The variables that are sent: those of the fields, and the comment. Dates are days, as the end of the day in UTC. */
export function answerOf(
  fields: readonly TaskField[],
  values: Readonly<Record<string, unknown>>,
  comment: string,
): Readonly<Record<string, unknown>> {
  const sent = fields.filter(({ kind }) => kind !== 'read-only');
  return { ...Object.fromEntries(sent.map(({ name }) => [name, values[name] ?? null])), comment };
}
