import { Readable } from 'node:stream';
import { now } from '../../base/clock.ts';
import { csvLine, csvLineEnd } from '../../base/csv-line.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { defaultRepository } from '../../base/repository-name.ts';
import type { StagedBlob } from '../../blobs/blob-store.ts';
import { LineSorter, type RunStore } from '../../content/line-sorter.ts';
import { decodeLines, encodeLines } from '../../content/stored-lines.ts';
import { writeZip } from '../../content/zip-writer.ts';
import { csvHeader } from '../../entities/document-csv.ts';
import {
  batchOfTransientFile,
  beginTransientFile,
  completeTransientFile,
  listTransientParts,
} from '../../repository/attachments/transient-files.ts';
import type { RepositoryContext, WriteUnit } from '../../repository/unit/unit.ts';
import type { CommandContext, FinishOutcome } from '../action.ts';
import { findCommand } from '../inspect.ts';
import type { CsvExport } from './csv-export.ts';

type Context = CommandContext<CsvExport>;

/** Joins the parts to the file that is downloaded, in bounded memory. */
export async function finishCsvFile(context: Context): Promise<FinishOutcome> {
  const { commandId, params, services, signal } = context;
  const runs = runsOf(context);
  const sorter = params.isSorted ? new LineSorter(runs) : null;
  try {
    const content = csvContent(
      linesInOrder(context, runs, sorter),
      csvLine(csvHeader(params.columns)),
    );
    const source = params.isZipped ? zipped(commandId, content) : content;
    const staged = await services.blobs.stage(source, { signal });
    await staged.commit();
    return {
      result: { url: fileUrl(commandId, services.repository) },
      commit: (unit) => complete(unit, context, staged),
    };
  } finally {
    await sorter?.discard();
  }
}

/** Below the base URL. Clients that follow it do not send the header that names the repository. */
function fileUrl(commandId: string, { repositoryName }: RepositoryContext): string {
  const url = `nxbigblob/${commandId}`;
  if (repositoryName === defaultRepository) return url;
  return `${url}?nxrepository=${repositoryName}`;
}

async function complete(unit: WriteUnit, context: Context, staged: StagedBlob): Promise<void> {
  const { commandId: key, params, principal } = context;
  const { handle } = unit;
  const file = params.isZipped
    ? { name: `${key}.zip`, mimeType: 'application/zip', content: staged }
    : { name: `${key}.csv`, mimeType: 'text/csv', content: staged };
  await beginTransientFile(handle, { key, username: principal.username }, now());
  await completeTransientFile(handle, key, { file, nowMs: now() });
  // A copy that stays is removed by the collection.
  handle.afterCommit(() => void staged.release().catch(() => undefined));
}

/** Files beside the parts of the export. */
function runsOf({ commandId, services: { blobs } }: Context): RunStore {
  const batchId = batchOfTransientFile(commandId);
  return {
    write: async (lines) =>
      (await blobs.chunks.write(batchId, Readable.from(encodeLines(lines)))).name,
    async *open(run) {
      yield* decodeLines(await blobs.chunks.open(batchId, run));
    },
    remove: (run) => blobs.chunks.remove(batchId, [run]),
  };
}

async function* linesInOrder(
  context: Context,
  runs: RunStore,
  sorter: LineSorter | null,
): AsyncGenerator<string> {
  const { parts, expected } = await readParts(context);
  let count = 0;
  for (const part of parts) {
    context.signal.throwIfAborted();
    for await (const line of runs.open(part)) {
      count += 1;
      if (sorter) await sorter.add(line);
      else yield line;
    }
  }
  // Parts expire when none is added for two hours; the file must not look whole then.
  if (count !== expected) {
    throw new AppError('batch.not-found', 'parts of the export have expired: submit it again');
  }
  if (sorter) yield* sorter.sorted();
}

interface Parts {
  readonly parts: readonly string[];
  /** How many lines they have together, by the counts of the command. */
  readonly expected: number;
}

function readParts({ commandId, services: { database } }: Context): Promise<Parts> {
  return database.read(async (handle) => {
    const command = await findCommand(handle, commandId, now());
    const { processed = 0, skipCount = 0, errorCount = 0 } = command ?? {};
    const parts = await listTransientParts(handle, commandId);
    return { parts, expected: processed - skipCount - errorCount };
  });
}

/** Characters that are written together. */
const charactersPerPart = 64 * 1024;

async function* csvContent(
  lines: AsyncIterable<string>,
  header: string,
): AsyncGenerator<Uint8Array> {
  let part = header + csvLineEnd;
  for await (const line of lines) {
    part += line + csvLineEnd;
    if (part.length < charactersPerPart) continue;
    yield Buffer.from(part);
    part = '';
  }
  if (part !== '') yield Buffer.from(part);
}

function zipped(commandId: string, content: AsyncIterable<Uint8Array>): Readable {
  const open = async (): Promise<Readable> => Readable.from(content);
  return writeZip([{ name: `${commandId}.csv`, modifiedMs: now(), open }]);
}
