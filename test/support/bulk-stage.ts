import { createAutomation } from '../../src/automation/automation.ts';
import { createActivity } from '../../src/base/activity.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/log.ts';
import { openFileBlobStore } from '../../src/blobs/file-blob-store.ts';
import type { BulkAction } from '../../src/bulk/action.ts';
import {
  BulkCounts,
  type BulkEnvironment,
  createBulkEnvironment,
} from '../../src/bulk/environment.ts';
import { findCommand } from '../../src/bulk/inspect.ts';
import type { ItemSource } from '../../src/bulk/item-source.ts';
import { bulkJobKinds } from '../../src/bulk/kinds.ts';
import { submitCommand } from '../../src/bulk/submit.ts';
import { Workshop } from '../../src/conversion/workshop.ts';
import type { Worker } from '../../src/jobs/worker.ts';
import type { BulkCommand } from '../../src/model/bulk-command.ts';
import { operations } from '../../src/operations/index.ts';
import { PageProviders } from '../../src/repository/search/page-providers.ts';
import type { Database } from '../../src/storage/database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { makeFolder } from './engines.ts';
import { workerOf } from './jobs.ts';
import { openTestRepository, type TestRepository } from './repository.ts';

interface Submission {
  readonly action: BulkAction;
  readonly source: ItemSource;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly bucketSize?: number;
  readonly batchSize?: number;
  readonly isExclusive?: boolean;
}

/** A store with commands of any actions, and workers that the test starts. */
export interface BulkStage {
  readonly repository: TestRepository;
  readonly environment: BulkEnvironment;
  /** A worker that the stage stops; `database` may be one that fails. */
  worker(database?: Database): Worker;
  /** As the server itself. */
  submit(submission: Submission): Promise<BulkCommand>;
  status(id: string): Promise<BulkCommand | undefined>;
  /** Documents of that title; returns their ids. */
  createFiles(title: string, count: number): Promise<DocumentId[]>;
  /** Rows that commands have left behind. */
  countSlices(): Promise<number>;
  close(): Promise<void>;
}

export async function openBulkStage(
  engine: EngineName,
  actions: readonly BulkAction[],
): Promise<BulkStage> {
  const repository = await openTestRepository(engine);
  const { database, context } = repository;
  const folder = await makeFolder();
  const services = await createAutomation({
    database,
    blobs: await openFileBlobStore({ root: folder.path }),
    repository: context,
    pageProviders: new PageProviders([]),
    workshop: new Workshop({ processesMax: 1 }),
    log: createLogger('silent'),
    operations,
    chains: [],
    restrictions: [],
    files: [],
    queryTimeLimitMs: 30_000,
    background: { indexing: [], settleAudit: async () => undefined },
    errorDisplay: { isExtended: false },
    transactionLimits: { operationsMax: 10_000, timeLimitMs: 30_000 },
  });
  const retention = { completedMs: 3_600_000, failedMs: 86_400_000, abortedMs: 43_200_000 };
  const activity = createActivity();
  const environment = createBulkEnvironment(services, {
    retention,
    activity,
    counts: new BulkCounts(),
    actions,
  });
  const workers: Worker[] = [];
  return {
    repository,
    environment,
    worker(own = database) {
      const worker = workerOf(own, { kinds: bulkJobKinds(environment) });
      workers.push(worker);
      worker.start();
      return worker;
    },
    submit: (submission) =>
      repository.system.write((unit) =>
        submitCommand(
          unit,
          { params: {}, isSystem: true, ...submission },
          { standingOf: () => 'allowed' },
        ),
      ),
    status: (id) => database.read((handle) => findCommand(handle, id, 0)),
    async createFiles(title, count) {
      const ids: DocumentId[] = [];
      for (let at = 0; at < count; at += 1) {
        const properties = { 'dc:title': title };
        const name = `${title}-${at}`;
        ids.push(
          (await repository.system.create(repository.workspaces.id, { name, properties })).id,
        );
      }
      return ids;
    },
    countSlices: async () => {
      const slices = await database.read((handle) =>
        handle.all(handle.builder.selectFrom('bulk_slice').select('number')),
      );
      return slices.length;
    },
    close: async () => {
      for (const worker of workers) await worker.stop();
      await repository.close();
      await folder.remove();
    },
  };
}

export function queryOf(text: string): ItemSource {
  const request = { positional: [], named: new Map(), quickFilters: [], sort: [] };
  return { kind: 'query', text, request, excluded: [] };
}
