import { mkdir, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DocumentId } from '../src/base/ids.ts';
import { createLogger } from '../src/base/log.ts';
import { compose } from '../src/compose.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Services } from '../src/http/services.ts';
import { everyone, everything, grantAce, localAclName } from '../src/model/acl.ts';
import type { Properties } from '../src/model/value.ts';
import { createDocument } from '../src/repository/create-document.ts';
import { findDocument } from '../src/repository/documents.ts';
import { createGroup } from '../src/repository/groups.ts';
import { hashPassword } from '../src/repository/passwords.ts';
import { setOwnAcls } from '../src/repository/security.ts';
import { createSystemSession, type Session } from '../src/repository/session.ts';
import { createUser } from '../src/repository/users.ts';
import type { WriteHandle } from '../src/storage/database.ts';

/** Sees the documents by an ACL on the workspace above them, and by nothing else. */
export const reader = { username: 'reader', password: 'reader', group: 'bench-readers' } as const;

export const workspacePath = '/default-domain/workspaces/bench';
/** A tenth of all files lie in this one folder. */
export const wideFolder = 'wide';
const filesPerFolder = 100;
const filesPerUnit = 500;

/**
 * Makes a store with that many files, by the repository's own functions, so that everything that
 * `cartulary check` looks at is in order. The folder appears whole or not at all.
 */
export async function generateStore(folder: string, files: number): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const flags = { data: unfinished, logLevel: 'silent' };
  const { config } = loadConfig({ environment: {}, flags });
  const { services, close } = await compose(config, createLogger('silent'));
  try {
    await addReader(services);
    await fill(services, files);
  } finally {
    await close();
  }
  await rename(unfinished, folder);
}

async function addReader({ database }: Services): Promise<void> {
  const passwordHash = await hashPassword(reader.password);
  await database.write(async (handle) => {
    await createGroup(handle, { groupname: reader.group });
    await createUser(handle, { username: reader.username, passwordHash, groups: [reader.group] });
  });
}

async function fill({ database, repository }: Services, files: number): Promise<void> {
  const session = createSystemSession(repository);
  const workspace = await database.write((handle) => addWorkspace(handle, session));
  const inWide = Math.floor(files / 10);
  let folder = '' as DocumentId;
  for (let start = 0; start < files; start += filesPerUnit) {
    await database.write(async (handle) => {
      for (let n = start; n < Math.min(files, start + filesPerUnit); n += 1) {
        const name = folderThatBeginsAt(n, inWide);
        if (name !== undefined) {
          folder = await add(handle, session, { parentId: workspace, name, type: 'Folder' });
        }
        await add(handle, session, {
          parentId: folder,
          name: `file-${n}`,
          type: 'File',
          number: n,
        });
      }
    });
  }
}

function folderThatBeginsAt(n: number, inWide: number): string | undefined {
  if (n < inWide) return n === 0 ? wideFolder : undefined;
  return (n - inWide) % filesPerFolder === 0
    ? `folder-${(n - inWide) / filesPerFolder}`
    : undefined;
}

/** Its ACL grants reading to the reader's group and keeps everybody else out. */
async function addWorkspace(handle: WriteHandle, session: Session): Promise<DocumentId> {
  const above = await findDocument(handle, session, { path: '/default-domain/workspaces' });
  if (!above) throw new Error('the store has no /default-domain/workspaces');
  const parentId = above.id;
  const id = await add(handle, session, { parentId, name: 'bench', type: 'Workspace' });
  const aces = [
    grantAce(reader.group, 'Read'),
    { ...grantAce(everyone, everything), granted: false },
  ];
  await setOwnAcls(handle, session, { id, acls: [{ name: localAclName, aces }] });
  return id;
}

async function add(
  handle: WriteHandle,
  session: Session,
  input: { parentId: DocumentId; name: string; type: string; number?: number },
): Promise<DocumentId> {
  const { number, ...place } = input;
  const properties = { ...(number !== undefined && metadataOf(number)), 'dc:title': place.name };
  return (await createDocument(handle, session, { ...place, properties })).id;
}

/** As much as people fill in: about half a kilobyte. */
function metadataOf(number: number): Properties {
  return {
    'dc:description': `Report ${number}: what was found, who was asked, and what is to be done next`,
    'dc:subjects': ['sciences/physics', 'art/architecture', `society/${number % 50}`],
    'dc:source': `department-${number % 20}`,
    'dc:rights': 'for internal use',
    'dc:language': 'en',
    'dc:coverage': 'europe/France',
    'dc:issued': 1_700_000_000_000 + number * 1_000,
  };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { documents: { type: 'string', default: '10000' } },
  });
  const folder = positionals[0];
  if (folder === undefined) {
    console.error('usage: node bench/generate-store.ts FOLDER [--documents 10000]');
    process.exitCode = 2;
  } else {
    await generateStore(resolve(folder), Number(values.documents));
  }
}
