import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confinement } from './confinement.ts';
import { conversionLimits, workLimits } from './limits.ts';
import type { GuardSetup } from './programs/memory-guard.ts';
import type { TaskRequest } from './tasks/task.ts';

/** The program may be compiled. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const sourceFolder = fileURLToPath(new URL('../', import.meta.url));
const program = fileURLToPath(new URL(`./programs/picture-program.${ending}`, import.meta.url));
/** Says that the files are modules. */
const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));

const libraries = [
  'sharp',
  '@cantoo/pdf-lib',
  '@hyzyla/pdfium',
  '@zip.js/zip.js',
  'highlight.js',
  'htmlparser2',
  'marked',
  'postal-mime',
  'sanitize-html',
];

/** The folders that packages are in, and those with links to them: with some installers there are several. */
function packageFolders(): readonly string[] {
  const separator = '/node_modules/';
  const { resolve } = createRequire(import.meta.url);
  const folders = libraries.flatMap((name) => {
    const path = fileURLToPath(import.meta.resolve(name));
    const end = path.lastIndexOf(separator, path.lastIndexOf(name)) + separator.length;
    const lookedIn = resolve.paths(name) ?? [];
    const linked = lookedIn.find((folder) => existsSync(join(folder, name)));
    return [path.slice(0, end), ...(linked === undefined ? [] : [join(linked, '/')])];
  });
  return [...new Set(folders)];
}

const taskProgram = fileURLToPath(new URL(`./programs/task-program.${ending}`, import.meta.url));

interface TaskCommand {
  readonly task: TaskRequest;
  /** That it may read; it may write to `task.out`. */
  readonly folder: string;
  readonly memoryBytesMax: number;
}

/** As `processCommand`, for one conversion and without its confinement. */
export function taskCommand({ task, folder, memoryBytesMax }: TaskCommand): readonly string[] {
  const setup: GuardSetup = { memoryBytesMax, ending };
  return [
    ...nodeCommand([...programFiles(), folder], workLimits.heapMb),
    `--allow-fs-write=${task.out}`,
    taskProgram,
    JSON.stringify(setup),
    JSON.stringify(task),
  ];
}

/** What such a process reads beside its folder. */
export function programFiles(): readonly string[] {
  return [sourceFolder, packageFile, ...packageFolders()];
}

function nodeCommand(readable: readonly string[], heapMb: number): readonly string[] {
  return [
    process.execPath,
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
  ];
}

/**
 * The command line of a process that reads foreign bytes: it may read its program and write nothing,
 * has no environment, and starts no other program.
 */
export function processCommand(
  confinement: Confinement,
  memoryBytesMax: number,
): readonly string[] {
  const readable = programFiles();
  const setup: GuardSetup = { memoryBytesMax, ending };
  const command = [
    ...nodeCommand(readable, conversionLimits.heapMb),
    program,
    JSON.stringify(setup),
  ];
  return confinement.wrap(command, [process.execPath, ...readable]);
}
