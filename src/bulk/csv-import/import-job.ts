import type { Readable } from 'node:stream';
import { z } from 'zod';
import { monotonicMs } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { CsvRecord } from '../../content/csv-parser.ts';
import { failureText } from '../../jobs/failure-text.ts';
import { defineJobKind, type JobContext, type JobKind } from '../../jobs/job-kind.ts';
import { queueMail } from '../../repository/mail/mail-requests.ts';
import { createUnit, type ReadUnit } from '../../repository/unit/unit.ts';
import type { CsvImportTable } from '../../storage/csv-import-tables.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { loadOwner } from '../command-owner.ts';
import type { BulkEnvironment } from '../environment.ts';
import { isTransient } from '../transient.ts';
import { type CsvColumns, readColumns } from './columns.ts';
import { beginImport, countRecords, csvImportKind, endImport, findImport } from './import-rows.ts';
import { type BatchRules, distinctRecords, prepareBatch } from './prepare-batch.ts';
import { isUnreadable, type ReadRecord, readRecords } from './read-records.ts';
import { type RowOutcome, writeBatch } from './write-batch.ts';

const payloadSchema = z.object({ importId: z.string() });

/** Records of one unit: the writer is held for a few milliseconds. */
const recordsPerUnit = 25;

/** A name may be taken by others between the preparation of a batch and its unit. */
const conflictsMax = 5;

/** Creates and changes documents as the records of CSV files say, batch by batch. */
export function csvImportJobKind(environment: BulkEnvironment): JobKind {
  return defineJobKind({
    kind: csvImportKind,
    concurrency: 1,
    priority: 'bulk',
    attemptsMax: 1_000,
    parse: (value) => payloadSchema.parse(value),
    whenDiscarded: async (handle, value) => {
      const row = await findImport(handle, payloadSchema.parse(value).importId);
      if (row) await endImport(handle, row, 'ERROR');
    },
    run: (job, { importId }) => runImport(environment, job, importId),
  });
}

async function runImport(
  environment: BulkEnvironment,
  job: JobContext,
  importId: string,
): Promise<void> {
  const row = await job.database.readLatest((handle) => findImport(handle, importId));
  if (!row || row.expires_at !== null) return;
  try {
    await new CsvImport(environment, job, row).run();
  } catch (error) {
    job.signal.throwIfAborted();
    if (isTransient(error) || isAppError(error, 'request.conflict')) throw error;
    job.log.error({ err: error, importId }, 'an import from CSV has failed');
    await job.database.write(async (handle) => {
      await endImport(handle, row, 'ERROR');
      await job.complete(handle);
    });
  }
}

/** One attempt at an import: it goes on behind the records that are done. */
class CsvImport {
  readonly #environment: BulkEnvironment;
  readonly #job: JobContext;
  readonly #row: CsvImportTable;
  #processed: number;

  constructor(environment: BulkEnvironment, job: JobContext, row: CsvImportTable) {
    this.#environment = environment;
    this.#job = job;
    this.#row = row;
    this.#processed = row.processed;
  }

  async run(): Promise<void> {
    if (this.#row.state === 'SCHEDULED') await this.#begin();
    const content = await this.#open();
    try {
      await this.#import(content);
    } finally {
      content.destroy();
    }
    await this.#end();
  }

  #open(): Promise<Readable> {
    return this.#environment.services.blobs.open(this.#row.blob_key as BlobKey);
  }

  /** Counts the records, without the one of the columns. */
  async #begin(): Promise<void> {
    const content = await this.#open();
    let total = -1;
    try {
      for await (const records of readRecords(content)) {
        this.#job.signal.throwIfAborted();
        total += records.length;
      }
    } finally {
      content.destroy();
    }
    const { id } = this.#row;
    await this.#job.database.write((handle) => beginImport(handle, id, Math.max(total, 0)));
  }

  async #import(content: Readable): Promise<void> {
    let rules: BatchRules | undefined;
    let passed = 0;
    let waiting: ReadRecord[] = [];
    for await (const records of readRecords(content)) {
      waiting.push(...records);
      if (!rules && waiting.length > 0) rules = this.#rulesOf(waiting.shift());
      const done = Math.min(this.#processed - passed, waiting.length);
      passed += done;
      waiting = waiting.slice(done);
      while (rules && waiting.length >= recordsPerUnit) {
        const count = await this.#doNext(waiting, rules);
        waiting = waiting.slice(count);
        passed += count;
      }
    }
    while (rules && waiting.length > 0) waiting = waiting.slice(await this.#doNext(waiting, rules));
  }

  #rulesOf(head: ReadRecord | undefined): BatchRules {
    const { path, is_document_mode } = this.#row;
    const isDocumentMode = is_document_mode === 1;
    const { model } = this.#environment.services.repository;
    const columns: CsvColumns = readColumns(model, head && recordOf(head), { isDocumentMode });
    return { folderPath: path, columns, isDocumentMode };
  }

  /** Does the first of the records; returns how many. */
  async #doNext(waiting: readonly ReadRecord[], rules: BatchRules): Promise<number> {
    const { pacer } = this.#environment;
    this.#job.signal.throwIfAborted();
    await pacer.rested();
    const startMs = monotonicMs();
    const count = await this.#doBatch(waiting, rules);
    await pacer.rest(monotonicMs() - startMs, this.#job.signal);
    return count;
  }

  async #doBatch(waiting: readonly ReadRecord[], rules: BatchRules): Promise<number> {
    const [first] = waiting;
    if (first && isUnreadable(first)) {
      await this.#store(async () => [
        { line: first.line, status: 'ERROR', message: first.problem },
      ]);
      return 1;
    }
    const readable = waiting.slice(0, recordsPerUnit + 1).filter((each) => !isUnreadable(each));
    const records = distinctRecords(readable as CsvRecord[], rules, recordsPerUnit);
    try {
      await this.#doTogether(records, rules);
    } catch (error) {
      if (records.length === 1 || !this.#isOfRecord(error)) throw error;
      for (const record of records) await this.#doAlone(record, rules);
    }
    return records.length;
  }

  async #doAlone(record: CsvRecord, rules: BatchRules): Promise<void> {
    try {
      await this.#doTogether([record], rules);
    } catch (error) {
      if (!this.#isOfRecord(error)) throw error;
      const { id: importId } = this.#row;
      this.#job.log.warn({ err: error, importId, line: record.line }, 'a record was not imported');
      const { line } = record;
      await this.#store(async () => [{ line, status: 'ERROR', message: failureText(error) }]);
    }
  }

  /** Not of the store, which a later attempt at the job may find in a better state. */
  #isOfRecord(error: unknown): boolean {
    return !this.#job.signal.aborted && !isTransient(error) && !isAppError(error, lostCode);
  }

  async #doTogether(records: readonly CsvRecord[], rules: BatchRules): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const rows = await this.#job.database.readLatest(async (handle) =>
        prepareBatch(await this.#unitOn(handle), records, rules),
      );
      try {
        return await this.#store((unit) => writeBatch(unit, rows));
      } catch (error) {
        if (!isAppError(error, 'request.conflict') || attempt === conflictsMax) throw error;
      }
    }
  }

  /** Does a part of the records and counts them, in one unit. */
  async #store(
    work: (unit: Parameters<typeof writeBatch>[0]) => Promise<readonly RowOutcome[]>,
  ): Promise<void> {
    const { id: importId } = this.#row;
    const processed = this.#processed;
    let count = 0;
    await this.#job.database.write(async (handle) => {
      const principal = await loadOwner(handle, { ...this.#row, is_system: 0 });
      const lines = await work(
        createUnit(handle, this.#environment.services.repository, principal),
      );
      count = lines.length;
      if (await countRecords(handle, { importId, processed, lines })) return;
      throw new AppError(lostCode, 'The records are done already');
    });
    this.#processed = processed + count;
  }

  async #unitOn(handle: ReadHandle): Promise<ReadUnit> {
    const principal = await loadOwner(handle, { ...this.#row, is_system: 0 });
    return createUnit(handle, this.#environment.services.repository, principal);
  }

  async #end(): Promise<void> {
    await this.#job.database.write(async (handle) => {
      const row = await findImport(handle, this.#row.id);
      if (!row) return;
      await endImport(handle, row, 'COMPLETED');
      if (row.sends_report === 1) {
        const principal = await loadOwner(handle, { ...row, is_system: 0 });
        queueMail(createUnit(handle, this.#environment.services.repository, principal), {
          to: [`user:${row.username}`],
          template: 'csvImportReport',
          values: reportOf(row),
        });
      }
      await this.#job.complete(handle);
    });
  }
}

/** Of a unit whose records another attempt has done: this attempt ends, and the next one reads what is left. */
const lostCode = 'store.conflict';

function recordOf(read: ReadRecord): CsvRecord {
  if (!isUnreadable(read)) return read;
  throw new AppError('csv-import.invalid', `line ${read.line}: ${read.problem}`);
}

function reportOf(row: CsvImportTable): Record<string, string> {
  return {
    folder: row.path,
    total: String(row.total ?? row.processed),
    succeeded: String(row.succeeded),
    skipped: String(row.skipped),
    failed: String(row.failed),
  };
}
