import { AppError } from '../../base/errors/app-error.ts';
import { slicesOf } from '../../base/slices.ts';
import { isBlobKey } from '../../blobs/digest.ts';
import { collectThese, findOrphans } from '../../repository/attachments/blob-collection.ts';
import { requireOwnContents } from '../../repository/attachments/content-owner.ts';
import { textOfName } from '../../repository/attachments/orphans.ts';
import { type ScannedContent, scanContents } from '../../repository/attachments/scan-contents.ts';
import { createUnit } from '../../repository/unit/unit.ts';
import { type Batch, type BulkParams, type CommandContext, defineBulkAction } from '../action.ts';
import { findCommandRow } from '../command-rows.ts';
import { invalidParameter, readFlag, refuseOthers } from '../invalid-parameter.ts';

const name = 'garbageCollectOrphanBlobs';

interface Collection {
  readonly isDryRun: boolean;
  /** The most contents that are collected. */
  readonly countMax: number | null;
  /** Whether contents in the store of records are collected as well. */
  readonly includesRecords: boolean;
}

const batchSize = 500;

/** Its items are contents: `key:size`, and `records:key:size` in the store of records. */
export const collectBlobsAction = defineBulkAction<Collection>({
  name,
  description:
    'Removes stored contents to which nothing refers; those that are referred to, or are being stored, are skipped.',
  bucketSize: batchSize * 2,
  batchSize,
  isExclusive: true,
  // With a limit a batch must know how many were collected before.
  isSequential: ({ countMax }) => countMax !== null,
  parse: parseParams,
  initialResult: ({ isDryRun }) => ({ totalSize: 0, deletedSize: 0, dryRun: isDryRun }),
  items: findItems,
  async runApart(batch, settle) {
    const { services, params, items, principal } = batch;
    const contents = items.flatMap((item) => contentOf(item) ?? []);
    const totalSize = contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const room = await roomOf(batch);
    await collectThese(services, contents, {
      isDryRun: params.isDryRun,
      ...(room !== null && { countMax: room }),
      settle: (handle, { count, sizeBytes }) =>
        settle(createUnit(handle, services.repository, principal), {
          skipped: items.length - count,
          result: { totalSize, deletedSize: sizeBytes, dryRun: params.isDryRun },
        }),
    });
  },
});

/** @throws AppError request.invalid */
function parseParams(params: BulkParams): Collection {
  refuseOthers(params, ['dryRun', 'queryLimit', 'records'], name);
  return {
    isDryRun: readFlag(params, 'dryRun', { action: name, otherwise: false }),
    countMax: readLimit(params.queryLimit),
    includesRecords: readFlag(params, 'records', { action: name, otherwise: false }),
  };
}

/** A number, also as text. @throws AppError request.invalid */
function readLimit(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const limit = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(limit) && Number(limit) > 0) return Number(limit);
  throw invalidParameter('queryLimit', name, 'send a whole number from 1 on');
}

function itemOf(content: ScannedContent): string {
  return `${textOfName(content)}:${content.sizeBytes}`;
}

const contentItem = /^(?:(records):)?([^:]*):(\d+)$/;

/** Undefined for what is no content, as when a query for documents was sent. */
function contentOf(item: string): ScannedContent | undefined {
  const [, records, key = '', size] = contentItem.exec(item) ?? [];
  if (!isBlobKey(key)) return undefined;
  return { key, provider: records ? 'records' : 'default', sizeBytes: Number(size) };
}

/** How many more may be collected; null without a limit. */
async function roomOf({ services, params, commandId }: Batch<Collection>): Promise<number | null> {
  if (params.countMax === null) return null;
  const row = await services.database.readLatest((handle) => findCommandRow(handle, commandId));
  if (!row) return 0;
  const collected = row.processed - row.skip_count - row.error_count;
  return Math.max(0, params.countMax - collected);
}

/**
 * With a limit only as far as so many orphans are found: the rest is not looked at. How many are collected is
 * decided again when they are, as some may be referred to by then.
 */
async function* findItems({
  services,
  params,
  signal,
}: CommandContext<Collection>): AsyncGenerator<readonly string[]> {
  const { blobs } = services;
  const { includesRecords } = params;
  if (!blobs.canList) throw cannotList();
  await requireOwnContents(services);
  let room = params.countMax ?? Number.POSITIVE_INFINITY;
  for await (const page of scanContents(services, { signal, includesRecords })) {
    if (params.countMax === null) {
      yield page.map(itemOf);
      continue;
    }
    for (const some of slicesOf(page, batchSize)) {
      const { removable } = await findOrphans(services, some, {});
      yield upTo(some, removable[room - 1]).map(itemOf);
      room -= removable.length;
      if (room <= 0) return;
    }
  }
}

function upTo(contents: readonly ScannedContent[], last: ScannedContent | undefined) {
  return last === undefined ? contents : contents.slice(0, contents.indexOf(last) + 1);
}

/** Of a store of contents without a list of them. */
export function cannotList(): AppError {
  return new AppError(
    'server.not-implemented',
    'The store of contents cannot list them, so unused ones cannot be found',
  );
}
