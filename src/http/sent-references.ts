import type { DocumentShape, FieldReference } from '../model/content-model.ts';
import {
  type Directory,
  type DirectoryEntry,
  type EntryIndex,
  isWithinItself,
  parentField,
} from '../model/directory.ts';
import { findEntries } from '../repository/directories/find-entries.ts';
import { loadParents } from '../repository/directories/parent-entries.ts';
import { mayReadDirectory } from '../repository/directories/rights.ts';
import { referenceOf, shownAsList } from './fetched-references.ts';
import type { RequestContext } from './route.ts';

/** A way has no more steps than this; each of them costs a query. */
const levelsMax = 16;

const separator = '/';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The properties of a request in the form that documents keep, where a client sends back the entries
 * it was shown in the place of values: those of hierarchical directories as the way from the top
 * (`art/cinema`), and no list where one value is stored. Everything else stays as it came.
 */
export async function withStoredReferences(
  context: RequestContext,
  json: unknown,
  shape: DocumentShape,
): Promise<unknown> {
  if (!isJsonObject(json)) return json;
  const covered = json[shownAsList];
  const given = Array.isArray(covered) ? { ...json, [shownAsList]: unlisted(covered) } : json;
  const wanted = wantedEntries(given, shape);
  if (wanted.length === 0) return given;
  const ways = await findWays(context, wanted);
  const replaced = wanted.map(({ key, value, directoryName }) => {
    const toWay = (item: unknown): unknown =>
      (isEntry(item) && ways.get(directoryName)?.get(item.id)) || item;
    return [key, Array.isArray(value) ? value.map(toWay) : toWay(value)];
  });
  return { ...given, ...Object.fromEntries(replaced) };
}

interface WantedEntries {
  readonly key: string;
  readonly value: unknown;
  readonly directoryName: string;
  readonly ids: readonly string[];
}

function wantedEntries(json: JsonObject, shape: DocumentShape): readonly WantedEntries[] {
  return Object.entries(json).flatMap(([key, value]) => {
    const directoryName = directoryOf(referenceOf(shape.properties.get(key)?.field));
    if (directoryName === undefined) return [];
    const ids = (Array.isArray(value) ? value : [value]).filter(isEntry).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ key, value, directoryName, ids }];
  });
}

function directoryOf(reference: FieldReference | undefined): string | undefined {
  return reference?.resolver === 'directoryResolver' ? reference.directory : undefined;
}

type Ways = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Directory → id → way; only of what the caller may see in directories that are below themselves. */
async function findWays(context: RequestContext, wanted: readonly WantedEntries[]): Promise<Ways> {
  const { principal: caller } = context;
  const catalogue = context.services.repository.directories;
  const ways = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, some] of Map.groupBy(wanted, ({ directoryName }) => directoryName)) {
    const directory = catalogue.find(name);
    if (!directory || !isWithinItself(directory) || !mayReadDirectory(caller, directory)) continue;
    const ids = some.flatMap((each) => each.ids);
    const found = await context.read(async (handle) => {
      const entries = await findEntries(handle, directory, ids);
      const query = { catalogue, caller, levels: levelsMax };
      return { entries, parents: await loadParents(handle, [...entries.values()], query) };
    });
    const toWay = ([id, entry]: [string, DirectoryEntry]): [string, string] => [
      id,
      wayOf(directory, entry, found.parents),
    ];
    ways.set(name, new Map([...found.entries].map(toWay)));
  }
  return ways;
}

/** The id alone where the way does not begin at the top. */
function wayOf(directory: Directory, entry: DirectoryEntry, parents: EntryIndex): string {
  const steps = [entry.id];
  let parentId = entry.values[parentField];
  while (typeof parentId === 'string' && parentId !== '') {
    const parent = parents.find(directory, parentId);
    if (!parent || steps.length > levelsMax) return entry.id;
    steps.unshift(parent.id);
    parentId = parent.values[parentField];
  }
  return steps.join(separator);
}

/** The contract shows what covers as a list, though one value is stored. */
function unlisted(values: readonly unknown[]): unknown {
  if (values.length > 1) return values;
  const [item = null] = values;
  return Array.isArray(item) ? values : item;
}

interface SentEntry {
  readonly id: string;
}

function isEntry(value: unknown): value is SentEntry {
  return (
    isJsonObject(value) && value['entity-type'] === 'directoryEntry' && typeof value.id === 'string'
  );
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
