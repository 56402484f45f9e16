import { hostname } from 'node:os';
import { now } from '../../base/clock.ts';
import { countFailedJobs, countLostJobs } from '../../jobs/job-health.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { putFact } from '../../repository/unit/server-facts.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { failed, type ProbeDefinition, succeeded } from './probe.ts';
import { reachContents } from './reach-stores.ts';

const runtime: ProbeDefinition = {
  name: 'runtimeStatus',
  isHealthCheck: true,
  run: () => succeeded('Runtime started'),
};

const repository: ProbeDefinition = {
  name: 'repositoryStatus',
  isHealthCheck: true,
  async run({ database, repository: context }, { isThorough }) {
    const root = await database.read((handle) =>
      findDocument(createSystemUnit(handle, context), { path: '/' }),
    );
    if (!root) return failed('The repository has no root');
    if (isThorough) {
      await database.write((handle) => putFact(handle, 'last-probe', String(now())));
    }
    return succeeded('Repository started');
  },
};

const administrative: ProbeDefinition = {
  name: 'administrativeStatus',
  isHealthCheck: false,
  run: ({ config }) => ({
    isSuccess: true,
    infos: { server: 'Cartulary', host: `${hostname()}:${config.port}`, status: 'active' },
  }),
};

const streams: ProbeDefinition = {
  name: 'streamStatus',
  isHealthCheck: true,
  async run({ database }) {
    const { lost, failures } = await database.read(async (handle) => ({
      lost: await countLostJobs(handle),
      failures: await countFailedJobs(handle),
    }));
    if (lost > 0) return failed(`Interrupted jobs that no worker takes over: ${lost}`);
    // A job that has failed is set aside, and others go on: the server can do its work.
    return succeeded(failures === 0 ? 'No failure' : `Failed jobs: ${failures}`);
  },
};

const blobStore: ProbeDefinition = {
  name: 'blobStoreStatus',
  isHealthCheck: true,
  async run({ blobs }, { isThorough }) {
    await reachContents(blobs);
    for (const store of [blobs.main, blobs.records]) {
      const staged = isThorough ? await store?.stage(Buffer.from('probe')) : undefined;
      await staged?.discard();
    }
    return succeeded('Blob store started');
  },
};

/** In the order in which they are listed. */
export const probeDefinitions: readonly ProbeDefinition[] = [
  runtime,
  repository,
  administrative,
  streams,
  blobStore,
];
