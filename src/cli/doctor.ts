import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/load.ts';
import type { Config } from '../config/settings.ts';
import {
  inspectMachine,
  type MachineState,
  machineProblems,
} from '../conversion/installed-programs.ts';
import { databaseFileName } from '../data-folder.ts';
import { findBlobAccess } from '../open-blobs.ts';
import { readDatabaseVersion } from '../open-database.ts';
import type { CommandInput } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { plural, printable, terminal } from './terminal.ts';

/** What a section prints; problems are what is configured and does not work. */
interface Report {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/** Prints what the machine has for the server; changes nothing. */
export async function doctor({ config }: CommandInput): Promise<number> {
  const reports = [
    { lines: [`ok       node ${process.versions.node}`], problems: [] },
    await reportFolder(config),
    await reportDatabase(config),
    await reportBlobStore(config),
    reportMachine(await inspectMachine(), config),
  ];
  const problems = reports.flatMap((report) => report.problems);
  for (const line of reports.flatMap(({ lines }) => lines)) terminal.print(printable(line));
  for (const problem of problems) terminal.print(printable(`problem  ${problem}`));
  terminal.print(problems.length === 0 ? 'no problems found' : plural(problems.length, 'problem'));
  return problems.length === 0 ? exitCodes.done : exitCodes.failed;
}

async function isPossible(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}

async function reportFolder({ data }: Config): Promise<Report> {
  if (!(await isPossible(data, constants.F_OK))) {
    return { lines: [`missing  data folder ${data}: the first start makes it`], problems: [] };
  }
  if (!(await isPossible(data, constants.W_OK))) {
    const remedy = 'give the user of the server the rights to it, or change the setting data';
    return { lines: [], problems: [`data folder ${data}: cannot be written to; ${remedy}`] };
  }
  const { bavail, bsize } = await statfs(data);
  const gigabytes = ((bavail * bsize) / 1e9).toFixed(1);
  return { lines: [`ok       data folder ${data}, ${gigabytes} GB free`], problems: [] };
}

async function reportDatabase(config: Config): Promise<Report> {
  const engine = config.databaseUrl === null ? 'SQLite' : 'PostgreSQL';
  const isNew =
    config.databaseUrl === null &&
    !(await isPossible(join(config.data, databaseFileName), constants.F_OK));
  if (isNew) return { lines: ['missing  database SQLite: the first start makes it'], problems: [] };
  try {
    const version = await readDatabaseVersion(config);
    return { lines: [`ok       database ${engine} ${version}`], problems: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { lines: [], problems: [`database ${engine}: cannot be opened: ${reason}`] };
  }
}

/** Only of one that is not in the data folder. */
async function reportBlobStore(config: Config): Promise<Report> {
  const url = config.blobStoreUrl;
  if (url === null) return { lines: [], problems: [] };
  try {
    const { canList } = await findBlobAccess(config, url);
    const lines = [`ok       blob store ${url}: can be written to and read`];
    const cannotList = `missing  the right to list ${url}: unused contents cannot be removed`;
    return { lines: canList ? lines : [...lines, cannotList], problems: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { lines: [], problems: error.problems };
    return { lines: [], problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function reportMachine(machine: MachineState, config: Config): Report {
  const { confinement, confinementProblems, languages } = machine;
  const programs = machine.programs.map((program) => {
    const { name, version, purpose } = program;
    if (program.isInstalled)
      return `ok       ${name} ${version ?? 'of unknown version'}: ${purpose}`;
    return `missing  ${name} (Debian package ${program.package}): ${purpose}`;
  });
  const lines = [
    `ok       processes that read files are confined by: ${confinement}`,
    ...confinementProblems.map((text) => `missing  a stronger confinement: ${text}`),
    ...programs,
    ...(languages.length > 0 ? [`ok       languages of tesseract: ${languages.join(', ')}`] : []),
  ];
  return { lines, problems: machineProblems(machine, config) };
}
