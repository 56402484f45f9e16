import { mkdir, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DocumentId } from '../src/base/ids.ts';
import { createLogger } from '../src/base/log.ts';
import { compose } from '../src/compose.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Services } from '../src/http/services.ts';
import { everyone, everything, grantAce, localAclName } from '../src/model/acl.ts';
import { systemPrincipal } from '../src/model/principal.ts';
import type { Properties } from '../src/model/value.ts';
import { findDocument } from '../src/repository/documents/documents.ts';
import { createDocument } from '../src/repository/editing/create-document.ts';
import { setOwnAcls } from '../src/repository/editing/security.ts';
import { createGroup } from '../src/repository/principals/groups.ts';
import { hashPassword } from '../src/repository/principals/passwords.ts';
import { createUser } from '../src/repository/principals/users.ts';
import {
  createSystemUnit,
  createUnitContext,
  unitOn,
  type WriteUnit,
} from '../src/repository/unit/unit.ts';
import { generatedDocument } from './generated-content.ts';

/** Sees all documents by an ACL on the workspace above them, and by nothing else. */
export const reader = { username: 'reader', password: 'reader', group: 'bench-readers' } as const;
/** Sees two of the cases: about one document in a hundred. */
export const clerk = { username: 'clerk', password: 'clerk' } as const;

export const workspacePath = '/default-domain/workspaces/bench';
/** A tenth of all documents lie in this one folder. */
export const wideFolder = 'wide';
/** The others are in cases, each with its own ACL, a hundred in a folder. */
const caseCount = 200;
const clerksCases = [3, 150];
const filesPerFolder = 100;
const filesPerUnit = 500;

/** Makes a store with that many files. The folder appears atomically. */
export async function generateStore(folder: string, files: number): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await fillStore({ data: unfinished }, files);
  await rename(unfinished, folder);
}

/**
 * Made with the repository's own functions, so that `cartulary check` finds no problem. The store
 * must be new; with a `databaseUrl` it is on PostgreSQL.
 */
export async function fillStore(
  place: { readonly data: string; readonly databaseUrl?: string },
  files: number,
): Promise<void> {
  const { config } = loadConfig({ environment: {}, flags: { ...place, logLevel: 'silent' } });
  const { services, close } = await compose(config, createLogger('silent'));
  try {
    await addReaders(services);
    await fill(services, files);
  } finally {
    await close();
  }
}

async function addReaders({ database }: Services): Promise<void> {
  const readerHash = await hashPassword(reader.password);
  const clerkHash = await hashPassword(clerk.password);
  await database.write(async (handle) => {
    await createGroup(handle, { groupname: reader.group });
    await createUser(handle, {
      username: reader.username,
      passwordHash: readerHash,
      groups: [reader.group],
    });
    for (let at = 0; at < caseCount; at += 1) {
      await createGroup(handle, { groupname: teamOf(at) });
    }
    await createUser(handle, {
      ...clerk,
      passwordHash: clerkHash,
      groups: clerksCases.map(teamOf),
    });
  });
}

function teamOf(caseNumber: number): string {
  return `team-${caseNumber}`;
}

async function fill({ database, repository }: Services, files: number): Promise<void> {
  const workspace = await database.write((handle) =>
    addWorkspace(createSystemUnit(handle, repository)),
  );
  const context = createUnitContext(repository, systemPrincipal);
  const place = folders({ workspace, files });
  for (let start = 0; start < files; start += filesPerUnit) {
    await database.write(async (handle) => {
      for (let n = start; n < Math.min(files, start + filesPerUnit); n += 1) {
        const { createdMs, type, properties } = generatedDocument(n);
        const unit = unitOn(handle, { ...context, nowMs: createdMs });
        const parentId = await place(unit, n);
        await createDocument(unit, { parentId, name: `file-${n}`, type, properties });
      }
    });
  }
}

type Placing = (unit: WriteUnit, number: number) => Promise<DocumentId>;

/** The folder of each document, in the order of their numbers: created with its first document. */
function folders({ workspace, files }: { workspace: DocumentId; files: number }): Placing {
  const inWide = Math.floor(files / 10);
  const perCase = Math.ceil((files - inWide) / caseCount);
  let folder = workspace;
  let parentId = workspace;
  return async (unit, number) => {
    if (number < inWide) {
      if (number === 0) folder = await addFolder(unit, { parentId, name: wideFolder });
      return folder;
    }
    const inCases = number - inWide;
    if (inCases % perCase === 0) {
      parentId = await addCase(unit, { workspace, number: inCases / perCase });
    }
    if ((inCases % perCase) % filesPerFolder === 0) {
      folder = await addFolder(unit, { parentId, name: `folder-${inCases}` });
    }
    return folder;
  };
}

/** Its ACL grants reading to the reader's group and to no other user. */
async function addWorkspace(unit: WriteUnit): Promise<DocumentId> {
  const above = await findDocument(unit, { path: '/default-domain/workspaces' });
  if (!above) throw new Error('the store has no /default-domain/workspaces');
  const input = { parentId: above.id, name: 'bench', type: 'Workspace' };
  const { id } = await createDocument(unit, { ...input, properties: titled('bench') });
  const aces = [
    grantAce(reader.group, 'Read'),
    { ...grantAce(everyone, everything), granted: false },
  ];
  await setOwnAcls(unit, { id, acls: [{ name: localAclName, aces }] });
  return id;
}

/** Its ACL adds a team to those who read the workspace. */
async function addCase(
  unit: WriteUnit,
  { workspace, number }: { workspace: DocumentId; number: number },
): Promise<DocumentId> {
  const id = await addFolder(unit, { parentId: workspace, name: `case-${number}` });
  const aces = [grantAce(teamOf(number), 'Read')];
  await setOwnAcls(unit, { id, acls: [{ name: localAclName, aces }] });
  return id;
}

async function addFolder(
  unit: WriteUnit,
  { parentId, name }: { parentId: DocumentId; name: string },
): Promise<DocumentId> {
  const input = { parentId, name, type: 'Folder', properties: titled(name) };
  return (await createDocument(unit, input)).id;
}

function titled(title: string): Properties {
  return { 'dc:title': title };
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
