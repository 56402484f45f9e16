import { join } from 'node:path';
import { defaultRepository } from '../base/repository-name.ts';
import type { RepositorySetting } from './repository-settings.ts';
import { Problem } from './setting-values.ts';
import { type Config, type SettingName, settings } from './settings.ts';

/** Where a repository has its documents and files: two repositories never have the same place. */
const placeSettings = [
  'blobStoreUrl',
  'data',
  'databaseUrl',
  'recordsFolder',
] as const satisfies SettingName[];
/** A repository without such a value has that of the default one. */
const inheritedSettings = [
  'databaseFailoverSeconds',
  'databasePooler',
  'databasePoolSize',
  's3AccessKeyId',
  's3CanList',
  's3Encryption',
  's3EncryptionKey',
  's3Endpoint',
  's3PathStyle',
  's3Region',
  's3SecretAccessKey',
] as const satisfies SettingName[];

const ownSettings: ReadonlySet<string> = new Set([...placeSettings, ...inheritedSettings]);

/** The names of all repositories, the default one first. */
export function repositoryNames({ repositories }: Config): readonly string[] {
  return [defaultRepository, ...repositories.map(({ name }) => name)];
}

/** The settings with which one repository is opened; undefined when none has that name. */
export function configOfRepository(config: Config, name: string): Config | undefined {
  if (name === defaultRepository) return config;
  const repository = config.repositories.find((each) => each.name === name);
  if (!repository) return undefined;
  const places: Record<string, unknown> = {
    blobStoreUrl: null,
    databaseUrl: null,
    recordsFolder: null,
    data: join(config.data, 'repositories', name),
  };
  for (const member of ownSettings) {
    const value = repository[member];
    if (value === undefined) continue;
    places[member] = settings[member as SettingName].parse(value);
  }
  return { ...config, ...(places as Partial<Config>) };
}

/** What is wrong with the repositories, each problem with the name of the member. */
export function repositoryProblems(config: Config): readonly string[] {
  const problems = config.repositories.flatMap(memberProblems);
  return problems.length > 0 ? problems : [...sharedPlaces(config), ...recordProblems(config)];
}

/** The content model, which all repositories share, has records or not. */
function recordProblems(config: Config): readonly string[] {
  const hasRecords = config.recordsFolder !== null;
  const others = config.repositories.filter(
    ({ name }) => (configOfRepository(config, name)?.recordsFolder !== null) !== hasRecords,
  );
  return others.map(
    ({ name }) =>
      `repositories, ${name}: recordsFolder: set one for each repository and at the top, or for none`,
  );
}

function memberProblems(repository: RepositorySetting): readonly string[] {
  const { name, ...members } = repository;
  return Object.entries(members).flatMap(([member, value]) => {
    const place = `repositories, ${name}: ${member}`;
    if (!ownSettings.has(member)) {
      const reason = Object.hasOwn(settings, member)
        ? 'is a setting of the server and not of one repository; set it at the top'
        : `no such setting; a repository has ${[...ownSettings].join(', ')}`;
      return [`${place}: ${reason}`];
    }
    const parsed = settings[member as SettingName].parse(value);
    return parsed instanceof Problem ? [`${place}: ${parsed.text}`] : [];
  });
}

/** The same address may be written in several ways, so identities are compared again when they are open. */
function sharedPlaces(config: Config): readonly string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const name of repositoryNames(config)) {
    const own = configOfRepository(config, name);
    for (const member of placeSettings) {
      const value = own?.[member] ?? null;
      if (value === null) continue;
      const owner = owners.get(`${member} ${value}`);
      if (owner === undefined) owners.set(`${member} ${value}`, name);
      else problems.push(`repositories, ${name}: ${member}: is that of the repository ${owner}`);
    }
  }
  return problems;
}
