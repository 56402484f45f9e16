import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readJsonFile } from '../base/json-file.ts';
import { bucketPlaceOf } from '../config/s3-settings.ts';
import type { Config } from '../config/settings.ts';
import { keepId } from './kept-id.ts';

/** What all nodes of a store must have in common: values of settings, and digests of parts of files. */
export type SharedConfiguration = ReadonlyMap<string, string>;

/** Decide what is stored, or what clients are answered. None is a secret: the values are stored and shown. */
const sharedSettings = [
  'auditEnabled',
  'contextPath',
  'digestAlgorithm',
  'fulltextEnabled',
  'wireDialect',
] as const satisfies readonly (keyof Config)[];

const sharedFiles = [
  'contentModelFiles',
  'directoryFiles',
  'listenerFiles',
  'mailTemplateFiles',
  'notificationFiles',
  'operationFiles',
  'pageProviderFiles',
  'scheduleFiles',
  'workflowFiles',
] as const satisfies readonly (keyof Config)[];

/**
 * Under the name of each setting that this version of the program compares: its value, or for files that
 * they are compared. Parts of files are under 'setting section entry'.
 */
export async function readSharedConfiguration(config: Config): Promise<SharedConfiguration> {
  const shared = new Map<string, string>();
  for (const name of sharedSettings) shared.set(name, JSON.stringify(config[name]));
  shared.set('recordsFolder', config.recordsFolder === null ? 'not set' : 'set');
  shared.set('blobStoreUrl', nameBucket(config));
  // A data folder without contents is that of one node.
  if (config.blobStoreUrl === null) shared.set('data', await nameFolder(config));
  for (const setting of sharedFiles) {
    shared.set(setting, 'compared');
    for (const path of config[setting]) {
      for (const { name, value } of entriesOf(await readJsonFile(path))) {
        const key = `${setting} ${name}`;
        // Later files may say more about an entry: their order counts.
        shared.set(key, digestOf([shared.get(key) ?? null, value]));
      }
    }
  }
  return shared;
}

/** Without the endpoint: nodes may reach the same one by different addresses. */
function nameBucket({ blobStoreUrl }: Config): string {
  if (blobStoreUrl === null) return 'not set';
  const { bucket, prefix } = bucketPlaceOf(blobStoreUrl);
  return `s3://${bucket}/${prefix}`;
}

/** An id in the folder of contents, which nodes read the same only if they share the folder. */
function nameFolder({ data }: Config): Promise<string> {
  return keepId(join(resolve(data), 'blobs', 'place'));
}

interface Entry {
  readonly name: string;
  readonly value: unknown;
}

/** Parts of a file that have a name: members of its sections, and items of its lists. */
function entriesOf(content: unknown): Entry[] {
  if (!isObject(content)) return [{ name: 'content', value: content }];
  return Object.entries(content).flatMap(([section, value]): Entry[] => {
    if (Array.isArray(value))
      return value.map((item) => ({ name: nameOf(section, item), value: item }));
    if (!isObject(value)) return [{ name: section, value }];
    return Object.entries(value).map(([name, item]) => ({
      name: `${section} ${name}`,
      value: item,
    }));
  });
}

function nameOf(section: string, item: unknown): string {
  const { name, id } = isObject(item) ? item : {};
  const known = [name, id, item].find((each) => typeof each === 'string');
  return known === undefined ? section : `${section} ${known}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const digestCharacters = 24;

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, digestCharacters);
}
