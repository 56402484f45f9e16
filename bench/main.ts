import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Effort, Figure } from './scenario.ts';
import { bulk } from './scenarios/bulk.ts';
import { changes } from './scenarios/changes.ts';
import { collection } from './scenarios/collection.ts';
import { collections } from './scenarios/collections.ts';
import { createDocument } from './scenarios/create-document.ts';
import { documentsInPostgres } from './scenarios/documents-postgres.ts';
import { findDocuments } from './scenarios/find-documents.ts';
import { findInPostgres } from './scenarios/find-postgres.ts';
import { importFiles } from './scenarios/import-files.ts';
import { largeStore } from './scenarios/large-store.ts';
import { notifications } from './scenarios/notifications.ts';
import { objectStorage } from './scenarios/object-storage.ts';
import { operations } from './scenarios/operations.ts';
import { readDocument } from './scenarios/read-document.ts';
import { smallJobs } from './scenarios/small-jobs.ts';
import { startServer } from './scenarios/start-server.ts';
import { thumbnails } from './scenarios/thumbnails.ts';
import { transferFile } from './scenarios/transfer-file.ts';
import { updateDocument } from './scenarios/update-document.ts';
import { waits } from './scenarios/waits.ts';
import { web } from './scenarios/web.ts';
import { workers } from './scenarios/workers.ts';
import { workflows } from './scenarios/workflows.ts';
import { formatTable } from './table.ts';

const scenarios = [
  readDocument,
  createDocument,
  updateDocument,
  importFiles,
  transferFile,
  objectStorage,
  operations,
  startServer,
  largeStore,
  findDocuments,
  findInPostgres,
  documentsInPostgres,
  waits,
  workers,
  changes,
  collection,
  collections,
  bulk,
  smallJobs,
  notifications,
  workflows,
  thumbnails,
  web,
];

const full: Effort = { isQuick: false, rounds: 7, warmupMs: 1_000, durationMs: 3_000 };
const quick: Effort = { isQuick: true, rounds: 3, warmupMs: 300, durationMs: 600 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});

const names = scenarios.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no scenario ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  await runAll();
}

/** A figure below its target is not a failure: only a measurement that could not be made is. */
async function runAll(): Promise<void> {
  console.log(describeMachine());
  const figures: Figure[] = [];
  for (const scenario of scenarios) {
    if (positionals.length > 0 && !positionals.includes(scenario.name)) continue;
    console.error(`${scenario.name}: ${scenario.summary}`);
    try {
      figures.push(...(await scenario.run(values.quick ? quick : full)));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
  console.log(`\n${formatTable(figures)}\n\nload ${load()} after the run`);
}

function describeMachine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${processors.length} × ${processors[0]?.model}, ${memory} GiB`;
  return `${machine}, Node ${process.versions.node}, load ${load()} before the run`;
}

/** Printed with the figures, as other work on the machine slows down both sides. */
function load(): string {
  return loadavg()[0]?.toFixed(1) ?? 'unknown';
}
