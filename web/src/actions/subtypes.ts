import type { Doc } from '../api/types.ts';

export interface Subtype {
  readonly type: string;
  readonly facets: readonly string[];
}

function isSubtype(value: unknown): value is Subtype {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'facets' in value &&
    Array.isArray(value.facets)
  );
}

const hidden: readonly string[] = ['HiddenInCreation', 'HiddenInNavigation', 'SystemDocument'];

/** What can be created in a folder, as the server says with it. */
export function typesFor({ contextParameters }: Doc): readonly Subtype[] {
  const { subtypes } = contextParameters;
  if (!Array.isArray(subtypes)) return [];
  return subtypes.filter(isSubtype).filter(({ facets }) => !facets.some((x) => hidden.includes(x)));
}
