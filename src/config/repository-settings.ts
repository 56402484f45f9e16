import { defaultRepository } from '../base/repository-name.ts';
import { setting } from './setting-definition.ts';
import { Problem } from './setting-values.ts';

/** A repository beside the default one, with the settings that it has of its own. */
export interface RepositorySetting {
  readonly name: string;
  /** Values as given, by the names of settings; `repositories.ts` has the ones that are possible. */
  readonly [setting: string]: unknown;
}

/** Settings of several repositories; a part of the list in `settings.ts`. */
export const repositorySettings = {
  repositories: setting<readonly RepositorySetting[]>({
    env: 'CARTULARY_REPOSITORIES',
    description:
      'repositories beside the default one: a list of objects with name, data, databaseUrl, or only their names',
    isPath: true,
    // Addresses of databases have passwords.
    isSecret: true,
    default: [],
    parse: repositoryList,
  }),
} as const;

/** Part of addresses, and of the names of folders. */
const namePattern = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?$/;

function repositoryList(input: unknown): readonly RepositorySetting[] | Problem {
  const items = itemsOf(input);
  if (items instanceof Problem) return items;
  const repositories: RepositorySetting[] = [];
  for (const item of items) {
    const given: unknown = typeof item === 'string' ? { name: item } : item;
    if (!isObject(given) || typeof given.name !== 'string') {
      return new Problem('each must be an object with a name, or a name');
    }
    const { name } = given;
    if (!namePattern.test(name)) {
      return new Problem(
        `${name.slice(0, 100)}: a name must be of at most 64 letters, digits and "_", "." or "-" between them`,
      );
    }
    if (name === defaultRepository) {
      return new Problem(`${name}: is the repository of the settings at the top; choose another`);
    }
    // Folders are named after them, which some file systems do not tell apart by case.
    if (repositories.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      return new Problem(`${name}: is there twice`);
    }
    repositories.push({ ...given, name });
  }
  return repositories;
}

function itemsOf(input: unknown): readonly unknown[] | Problem {
  if (Array.isArray(input)) return input;
  if (typeof input !== 'string') return new Problem('must be a list');
  if (!input.trim().startsWith('[')) {
    const names = input.split(',').map((name) => name.trim());
    return names.filter((name) => name !== '');
  }
  try {
    const parsed: unknown = JSON.parse(input);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // The text may have passwords, so the message of the parser is not shown.
  }
  return new Problem('must be a list in JSON, or names with commas between them');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
