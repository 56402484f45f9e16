import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeFileError } from '../base/file-errors.ts';
import { problemsTogether } from './problems-together.ts';
import type { SettingDefinition } from './setting-definition.ts';
import { Problem } from './setting-values.ts';
import { type Config, type SettingName, settings } from './settings.ts';

type SettingSource = 'default' | 'file' | 'environment' | 'flag';

export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, SettingSource>>;
}

export interface ConfigInput {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Setting name → value, from the command line. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** Configuration file; when undefined, cartulary.config.json is read if it exists. */
  readonly file?: string | undefined;
}

/** All problems of the configuration, reported together. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n- ${problems.join('\n- ')}`);
    this.problems = problems;
  }
}

const defaultFile = 'cartulary.config.json';
const prefix = 'CARTULARY_';
/** Read by the process itself, not settings. */
const otherNames = new Set(['CARTULARY_CONFIG', 'CARTULARY_WORKER']);

/** @throws ConfigError */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const problems: string[] = [];
  const file = readConfigFile(input, problems);
  reportUnknown(input, file.values, problems);
  const values: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  for (const [name, definition] of Object.entries(settings) as [
    SettingName,
    SettingDefinition<unknown>,
  ][]) {
    const given = givenValue({ name, definition, file: file.values, input });
    const parsed = given === undefined ? definition.default : definition.parse(given.value);
    if (parsed instanceof Problem) problems.push(`${given?.label}: ${parsed.text}`);
    const isInFile = definition.isPath === true && given?.source === 'file';
    values[name] = isInFile ? besideFile(parsed, file.folder) : parsed;
    sources[name] = given?.source ?? 'default';
  }
  if (problems.length === 0) problems.push(...problemsTogether(values as Config));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    config: Object.freeze(values) as Config,
    sources: sources as Record<SettingName, SettingSource>,
  };
}

/** Those of objects in lists. */
const pathMembers: ReadonlySet<string> = new Set(['folder', 'data', 'recordsFolder']);

/** Relative to the configuration file, so that both can be moved together. */
function besideFile(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => besideFile(item, folder));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, member]) => [
      name,
      pathMembers.has(name) ? besideFile(member, folder) : member,
    ]);
    return Object.fromEntries(entries);
  }
  return typeof value === 'string' ? resolve(folder, value) : value;
}

interface Lookup {
  readonly name: SettingName;
  readonly definition: SettingDefinition<unknown>;
  readonly file: Readonly<Record<string, unknown>>;
  readonly input: ConfigInput;
}

function givenValue({
  name,
  definition,
  file,
  input,
}: Lookup): { value: unknown; source: SettingSource; label: string } | undefined {
  if (input.flags[name] !== undefined) {
    return { value: input.flags[name], source: 'flag', label: `flag ${flagName(name)}` };
  }
  const environment = input.environment[definition.env];
  if (environment !== undefined) {
    return { value: environment, source: 'environment', label: `environment ${definition.env}` };
  }
  const inFile = file[name];
  if (inFile !== undefined) return { value: inFile, source: 'file', label: `file, ${name}` };
  return undefined;
}

export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

interface ConfigFile {
  /** The folder of the file: paths in it are relative to that. */
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

function readConfigFile(input: ConfigInput, problems: string[]): ConfigFile {
  const path = resolve(input.file ?? defaultFile);
  return { folder: dirname(path), values: readValues(path, input, problems) };
}

function readValues(
  path: string,
  input: ConfigInput,
  problems: string[],
): Readonly<Record<string, unknown>> {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || input.file !== undefined) {
      problems.push(`file ${path}: ${describeFileError(error)}`);
    }
    return {};
  }
  try {
    const parsed: unknown = JSON.parse(content);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>;
    }
    problems.push(`file ${path}: must hold a JSON object`);
  } catch (error) {
    problems.push(`file ${path}: ${error instanceof Error ? error.message : 'not JSON'}`);
  }
  return {};
}

/** With a misspelt name the default would silently stay in effect. */
function reportUnknown(
  input: ConfigInput,
  file: Readonly<Record<string, unknown>>,
  problems: string[],
): void {
  for (const name of Object.keys(file)) {
    if (!(name in settings)) problems.push(`file, ${name}: no such setting`);
  }
  const known = new Set(Object.values(settings).map((definition) => definition.env));
  for (const name of Object.keys(input.environment)) {
    if (!name.startsWith(prefix) || known.has(name as never) || otherNames.has(name)) continue;
    problems.push(`environment ${name}: no such setting`);
  }
}
