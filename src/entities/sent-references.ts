import type { DocumentShape, Field, FieldReference } from '../model/content-model.ts';

/** Contract: coverage is shown as a list of entries, though one text is stored. */
export const shownAsList = 'dc:coverage';

/** Name of a directory → id of an entry → the value that documents store for it, if not the id. */
type StoredValues = ReadonlyMap<string, ReadonlyMap<string, string>>;

export type StoredValueFinder = (
  ids: ReadonlyMap<string, readonly string[]>,
) => Promise<StoredValues>;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The properties of a request in which a client sends back entries of directories that it fetched
 * instead of values: converted to these values, and to one value where no list is stored. All else
 * is unchanged.
 */
export async function withStoredReferences(
  json: unknown,
  shape: DocumentShape,
  find: StoredValueFinder,
): Promise<unknown> {
  if (!isJsonObject(json)) return json;
  const covered = json[shownAsList];
  const given = Array.isArray(covered) ? { ...json, [shownAsList]: unlisted(covered) } : json;
  const sent = sentEntries(given, shape);
  if (sent.length === 0) return given;
  const byDirectory = Map.groupBy(sent, ({ directory }) => directory);
  const stored = await find(
    new Map([...byDirectory].map(([name, some]) => [name, some.flatMap(({ ids }) => ids)])),
  );
  const replaced = sent.map(({ key, value, directory }) => {
    const toStored = (item: unknown): unknown =>
      (isEntry(item) && stored.get(directory)?.get(item.id)) || item;
    return [key, Array.isArray(value) ? value.map(toStored) : toStored(value)];
  });
  return { ...given, ...Object.fromEntries(replaced) };
}

export function referenceOf(field: Field | undefined): FieldReference | undefined {
  return field?.reference ?? field?.item?.reference;
}

interface SentEntries {
  readonly key: string;
  readonly value: unknown;
  readonly directory: string;
  readonly ids: readonly string[];
}

function sentEntries(json: JsonObject, shape: DocumentShape): readonly SentEntries[] {
  return Object.entries(json).flatMap(([key, value]) => {
    const reference = referenceOf(shape.properties.get(key)?.field);
    if (reference?.resolver !== 'directoryResolver' || !reference.directory) return [];
    const ids = (Array.isArray(value) ? value : [value]).filter(isEntry).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ key, value, directory: reference.directory, ids }];
  });
}

function unlisted(values: readonly unknown[]): unknown {
  if (values.length > 1) return values;
  const [item = null] = values;
  return Array.isArray(item) ? values : item;
}

function isEntry(value: unknown): value is { readonly id: string } {
  return (
    isJsonObject(value) && value['entity-type'] === 'directoryEntry' && typeof value.id === 'string'
  );
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
