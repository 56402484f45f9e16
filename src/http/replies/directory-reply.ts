import { limits } from '../../base/limits.ts';
import { mapInTurns } from '../../base/turns.ts';
import {
  type EntryEntity,
  type EntryWriteOptions,
  writeDirectoryEntry,
} from '../../entities/directory-entity.ts';
import type { PageFacts } from '../../entities/documents-entity.ts';
import { type DirectoryEntry, EntryIndex, parentField } from '../../model/directory.ts';
import { loadParents } from '../../repository/directories/parent-entries.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { parseAcceptLanguage } from '../requests/accept-language.ts';
import { parsePage } from '../requests/paging.ts';
import type { RequestContext } from '../route.ts';

const entityName = 'directoryEntry';

/** Levels of parents of an entry: at least the nearest, more with a greater depth. */
const levelsOf = { root: 1, children: 2, max: 3 } as const;

/** Entries in the form that the request's headers and query ask for. */
export async function writeRequestedEntries(
  context: RequestContext,
  handle: ReadHandle,
  entries: readonly DirectoryEntry[],
): Promise<readonly EntryEntity[]> {
  const { wire } = context;
  const catalogue = context.services.repository.directories;
  const fetch = wire.fetch(entityName);
  const levels = levelsOf[wire.depth];
  const parents = fetch.includes(parentField)
    ? await loadParents(handle, entries, { catalogue, caller: context.principal, levels })
    : new EntryIndex();
  const options: EntryWriteOptions = {
    catalogue,
    fetch,
    translate: wire.translate(entityName),
    languages: parseAcceptLanguage(context.headers['accept-language']),
    parents,
    levels,
  };
  return mapInTurns(entries, (entry) => writeDirectoryEntry(entry, options));
}

interface EntryPaging {
  readonly offset: number;
  /** Undefined for all. */
  readonly limit: number | undefined;
}

/**
 * Unlike pages of documents these have no maximum size, and a size of 0 means all.
 *
 * @throws AppError request.invalid naming the parameter
 */
export function parseEntryPaging(query: URLSearchParams): EntryPaging {
  // Checks all three parameters; only sizes are different here.
  const { offset } = parsePage(query);
  const size = Number(query.get('pageSize') || limits.pageSizeDefault);
  const isOffsetGiven = Boolean(query.get('offset'));
  const index = Number(query.get('currentPageIndex') || 0);
  return { offset: isOffsetGiven ? offset : index * size, limit: size === 0 ? undefined : size };
}

export function pageFactsOf(
  { offset, limit }: EntryPaging,
  { count, total }: { readonly count: number; readonly total: number },
): PageFacts {
  return {
    resultsCount: total,
    pageSize: limit ?? 0,
    maxPageSize: 0,
    resultsCountLimit: 0,
    currentPageSize: count,
    offset,
  };
}
