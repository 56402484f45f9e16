import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { ContentRow } from '../sql/document-row.ts';
import type { Listing, ReadUnit, UnitContext } from '../unit/unit.ts';
import { type ListedContent, propertiesBytes } from './listed-rows.ts';

/** Bounds the stored properties of all documents in one response, in bytes. */
export class ListBudget {
  readonly #unit: UnitContext;
  #left = limits.listedBytesMax;

  constructor(unit: UnitContext) {
    this.#unit = unit;
  }

  /** @throws AppError request.answer-too-large */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const most = Math.round(limits.listedBytesMax / 2 ** 20);
    throw new AppError(
      'request.answer-too-large',
      `the properties of these documents are more than ${most} MiB: ${remedyFor(this.#unit)}`,
    );
  }
}

/** Documents that are processed are read whole, and most operations that return lists have no pages. */
function remedyFor({ listing }: UnitContext): string {
  return listing
    ? 'ask for fewer documents (pageSize) or for fewer schemas (properties)'
    : 'take fewer at once, such as a page of Repository.Query (pageSize, currentPageIndex)';
}

/**
 * The rows with their properties. Of large ones only the shown properties are read, if given, and
 * sizes are checked first. Rows that were removed meanwhile are left out.
 *
 * @throws AppError request.answer-too-large
 */
export async function completeRows(
  unit: ReadUnit,
  { rows, budget = new ListBudget(unit) }: { rows: readonly ListedContent[]; budget?: ListBudget },
): Promise<readonly ContentRow[]> {
  let bytes = 0;
  const largeIds: string[] = [];
  for (const { id, properties } of rows) {
    if (properties === null) largeIds.push(id);
    else bytes += properties.length;
  }
  budget.spend(bytes);
  if (largeIds.length === 0) return rows as readonly ContentRow[];
  const found = await readLarge(unit, { ids: largeIds, budget, count: rows.length });
  return rows.flatMap((row) => {
    const properties = row.properties ?? found.get(row.id);
    return properties === undefined ? [] : { ...row, properties };
  });
}

interface LargeRows {
  readonly ids: readonly string[];
  readonly budget: ListBudget;
  /** The number of documents in the list. */
  readonly count: number;
}

async function readLarge(
  unit: ReadUnit,
  { ids, budget, count }: LargeRows,
): Promise<ReadonlyMap<string, string>> {
  const sizes = await sizesOf(unit.handle, ids);
  const omitted = unit.listing
    ? await omittedValues(unit, { ids, listing: unit.listing, count })
    : new Map<string, readonly OmittedValue[]>();
  const groups = new Map<string, { keys: readonly string[]; ids: string[] }>();
  for (const id of ids) {
    const values = omitted.get(id) ?? [];
    budget.spend(values.reduce((left, { bytes }) => left - bytes, sizes.get(id) ?? 0));
    const keys = values.map(({ key }) => key).sort();
    const name = JSON.stringify(keys);
    const group = groups.get(name) ?? { keys, ids: [] };
    group.ids.push(id);
    groups.set(name, group);
  }
  const found = new Map<string, string>();
  for (const { keys, ids: some } of groups.values()) {
    for (const together of inParts(some, sizes)) {
      for (const { id, properties } of await readWithout(unit.handle, together, keys)) {
        found.set(id, properties);
      }
      // Taking and parsing them takes long: other requests run in between.
      await nextTurn();
    }
  }
  return found;
}

/** Bytes that one statement reads: taking its result from a thread or from the network is one turn. */
const bytesPerQuery = 1_000_000;

function* inParts(
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Generator<readonly string[]> {
  let part: string[] = [];
  let bytes = 0;
  for (const id of ids) {
    const size = sizes.get(id) ?? 0;
    if (part.length > 0 && bytes + size > bytesPerQuery) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(id);
    bytes += size;
  }
  yield part;
}

function amongIds({ dialect }: ReadHandle, ids: readonly string[]) {
  return sql<boolean>`document.id in ${dialect.list('string', ids)}`;
}

async function sizesOf(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['document.id', propertiesBytes(handle.dialect).as('bytes')])
      .where(amongIds(handle, ids)),
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

interface OmittedValue {
  readonly key: string;
  readonly bytes: number;
}

/** The large values of documents that the list does not show. */
async function omittedValues(
  unit: ReadUnit,
  { ids, listing, count }: { ids: readonly string[]; listing: Listing; count: number },
): Promise<ReadonlyMap<string, readonly OmittedValue[]>> {
  if (listing.schemas.includes('*')) return new Map();
  const shown = new Set(
    listing.schemas.flatMap((name) => unit.model.findSchema(name)?.prefix ?? []),
  );
  const { valueBytesMax, sharedBytesMax = 0 } = listing;
  const bytesMax = Math.max(valueBytesMax, Math.floor(sharedBytesMax / count));
  const { from: each, bytes: size } = unit.handle.dialect.json.members(properties, 'item');
  const rows = await unit.handle.allOfLarge(
    unit.handle.builder
      .selectFrom('document')
      .innerJoin(each, (join) => join.onTrue())
      .select(['document.id', sql<string>`item.key`.as('key'), size.as('bytes')])
      .where(amongIds(unit.handle, ids))
      .where(sql<boolean>`${size} > ${sql.lit(bytesMax)}`),
  );
  const hidden = rows.filter(({ key }) => !isShown(key, shown));
  return Map.groupBy(hidden, ({ id }) => id);
}

/** The title is a member of every document entity. */
function isShown(key: string, shown: ReadonlySet<string>): boolean {
  return key === 'dc:title' || shown.has(key.slice(0, key.indexOf(':')));
}

const properties = sql.ref('document.properties');

function readWithout(
  handle: ReadHandle,
  ids: readonly string[],
  keys: readonly string[],
): Promise<{ id: string; properties: string }[]> {
  return handle.allOfLarge(
    handle.builder
      .selectFrom('document')
      .select(['document.id', handle.dialect.json.without(properties, keys).as('properties')])
      .where(amongIds(handle, ids)),
  );
}
