import { open, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { present } from '../base/assert.ts';
import { isAppError } from '../base/errors/app-error.ts';
import type { Config } from '../config/settings.ts';
import { exportHeadBytes, isExportHead } from '../content/archive-entries.ts';
import { type Document, isFolderish } from '../model/document.ts';
import { parsePath } from '../model/document-path.ts';
import type { Principal } from '../model/principal.ts';
import { getDocument } from '../repository/documents/documents.ts';
import { loadPrincipal } from '../repository/principals/principals.ts';
import { createUnit } from '../repository/unit/unit.ts';
import type { OpenedStore } from '../store.ts';
import { abortOnSignal } from './abort-on-signal.ts';
import type { CommandInput } from './command.ts';
import { withRepository } from './command-store.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { type ArchiveImport, importArchive } from './importing/import-archive.ts';
import { importFolder } from './importing/import-folder.ts';
import type { FolderImport, ImportTypes } from './importing/import-task.ts';
import { findFileTypeProblem, findFolderTypeProblem } from './importing/import-types.ts';
import { ImportProgress } from './importing/progress.ts';
import { describeProblems, describeTally } from './importing/summary.ts';
import { ImportTally } from './importing/tally.ts';
import { countFiles } from './importing/walk.ts';
import { printable, terminal } from './terminal.ts';

type Options = CommandInput['options'];

/** `cartulary import FOLDER --to PATH`, or an archive in place of the folder */
export async function importCommand(input: CommandInput): Promise<number> {
  const { config, args, options } = input;
  const named = present(args[0], 'the command line demands a folder');
  if (await isFile(named)) return importArchiveCommand(named, input);
  const source = await openSource(named, config);
  return withRepository(input, async (store) => {
    const principal = await getPrincipal(store, String(options.as));
    const stopping = abortOnSignal();
    const task: FolderImport = {
      store,
      principal,
      source,
      target: await getTarget(store, principal, String(options.to)),
      concurrency: Number(options.concurrency),
      isDryRun: options.dryRun === true,
      types: getTypes(store, options),
      keepsDates: getKeepsDates(principal, options),
      usesMetadata: options.metadata === true,
      signal: stopping,
      tally: new ImportTally(),
    };
    await runWithProgress(task);
    return exitCodeOf(task);
  });
}

function exitCodeOf({ signal, tally }: Pick<FolderImport, 'signal' | 'tally'>): number {
  if (signal.aborted) return exitCodes.interrupted;
  return tally.failed > 0 ? exitCodes.failed : exitCodes.done;
}

async function isFile(source: string): Promise<boolean> {
  const found = await stat(resolve(source)).catch(() => undefined);
  return found?.isFile() === true;
}

/** What says something about files is told by the archive. */
const folderOptions = {
  type: '--type',
  folderType: '--folder-type',
  keepDates: '--keep-dates',
  metadata: '--metadata',
  dryRun: '--dry-run',
} as const;

async function importArchiveCommand(source: string, input: CommandInput): Promise<number> {
  const { options } = input;
  for (const [name, option] of Object.entries(folderOptions)) {
    if (options[name] === undefined || options[name] === false) continue;
    throw new CommandError(`${option}: is for folders, and ${source} is a file: leave it out`);
  }
  await requireExport(source);
  return withRepository(input, async (store) => {
    const principal = await getPrincipal(store, String(options.as));
    const task: ArchiveImport = {
      store,
      principal,
      source: resolve(source),
      target: await getTarget(store, principal, String(options.to)),
      concurrency: Number(options.concurrency),
      signal: abortOnSignal(),
      tally: new ImportTally(),
    };
    const progress = new ImportProgress(task.tally, process.stderr);
    try {
      await importArchive(task, (documents) => {
        progress.expectedFiles = documents;
        progress.isCounted = true;
      });
    } finally {
      progress.end();
      printOutcome(task, progress.seconds);
    }
    return exitCodeOf(task);
  });
}

async function requireExport(source: string): Promise<void> {
  const file = await open(source, 'r');
  try {
    const head = Buffer.alloc(exportHeadBytes);
    await file.read(head, 0, exportHeadBytes, 0);
    if (isExportHead(head)) return;
  } finally {
    await file.close();
  }
  throw new CommandError(
    `${source} is neither a folder nor an archive of Document.Export: unpack it and give its folder`,
  );
}

/** The absolute path of the folder. The store itself must not be in it: it grows while it is read. */
async function openSource(folder: string, config: Config): Promise<string> {
  const source = resolve(folder);
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new CommandError(`the folder ${folder} does not exist`);
  if (!found.isDirectory()) throw new CommandError(`${folder} is not a folder`);
  const data = await realpath(config.data).catch(() => resolve(config.data));
  const real = await realpath(source);
  if (`${data}${sep}`.startsWith(real.endsWith(sep) ? real : `${real}${sep}`)) {
    throw new CommandError(`the folder ${folder} holds the store itself (${config.data})`);
  }
  return source;
}

async function getPrincipal({ database }: OpenedStore, username: string): Promise<Principal> {
  const principal = await database.read((handle) => loadPrincipal(handle, username));
  if (!principal) throw new CommandError(`--as ${username}: there is no such user`);
  return principal;
}

function getTypes({ repository: { model } }: OpenedStore, options: Options): ImportTypes {
  const file = typeof options.type === 'string' ? options.type : null;
  const folder = typeof options.folderType === 'string' ? options.folderType : null;
  const problem = file === null ? undefined : findFileTypeProblem(model, file);
  if (problem !== undefined) throw new CommandError(`--type ${file}: ${problem}`);
  const folderProblem = folder === null ? undefined : findFolderTypeProblem(model, folder);
  if (folderProblem !== undefined)
    throw new CommandError(`--folder-type ${folder}: ${folderProblem}`);
  return { file, folder };
}

function getKeepsDates({ username, isAdministrator }: Principal, options: Options): boolean {
  if (options.keepDates !== true) return false;
  if (isAdministrator) return true;
  throw new CommandError(
    `--keep-dates: ${username} is no administrator, and only administrators may set dates: leave it out or import as an administrator`,
  );
}

async function getTarget(
  { database, repository }: OpenedStore,
  principal: Principal,
  to: string,
): Promise<Document> {
  try {
    const path = parsePath(to);
    const target = await database.read((handle) =>
      getDocument(createUnit(handle, repository, principal), { path }),
    );
    const problem = findTargetProblem(target);
    if (problem !== undefined) throw new CommandError(`--to ${to}: the document ${problem}`);
    return target;
  } catch (error) {
    if (isAppError(error, 'document.not-found')) {
      throw new CommandError(`--to ${to}: there is no such document`);
    }
    if (isAppError(error) && error.status < 500) {
      throw new CommandError(`--to ${to}: ${error.message}`);
    }
    throw error;
  }
}

function findTargetProblem(target: Document): string | undefined {
  if (target.isTrashed) return 'is in the trash';
  if (target.proxyTarget) return 'is a proxy';
  return isFolderish(target) ? undefined : `is a ${target.type}, which is no folder`;
}

async function runWithProgress(task: FolderImport): Promise<void> {
  const { tally, signal } = task;
  const progress = new ImportProgress(tally, process.stderr);
  const counting = new AbortController();
  const counted = countFiles(task.source, {
    hasMetadata: task.usesMetadata,
    signal: AbortSignal.any([signal, counting.signal]),
    onCount: (files) => {
      progress.expectedFiles = files;
    },
  }).then(() => {
    progress.isCounted = true;
  });
  try {
    await importFolder(task);
  } finally {
    counting.abort();
    await counted;
    progress.end();
    printOutcome(task, progress.seconds, task.isDryRun);
  }
}

function printOutcome(
  { tally, signal }: Pick<FolderImport, 'signal' | 'tally'>,
  seconds: number,
  isDryRun = false,
): void {
  for (const line of describeProblems(tally)) terminal.printError(printable(line));
  terminal.print(describeTally(tally, { seconds, isDryRun, isCut: signal.aborted }));
}
