import { mkdir, rename, rm } from 'node:fs/promises';
import type { DocumentId } from '../src/base/ids.ts';
import { createLogger } from '../src/base/log.ts';
import { compose } from '../src/compose.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Services } from '../src/http/services.ts';
import { grantAce, localAclName } from '../src/model/acl.ts';
import { addEntries } from '../src/repository/directories/add-entries.ts';
import { findDocument } from '../src/repository/documents/documents.ts';
import { createDocument } from '../src/repository/editing/create-document.ts';
import { setOwnAcls } from '../src/repository/editing/security.ts';
import { createGroup } from '../src/repository/principals/groups.ts';
import { hashPassword } from '../src/repository/principals/passwords.ts';
import { createUser } from '../src/repository/principals/users.ts';
import { createSystemUnit, type WriteUnit } from '../src/repository/unit/unit.ts';

/** Sees every second room by an ACL of its own. */
export const guest = { username: 'guest', password: 'guest', group: 'guests' } as const;

export const crowdPath = '/default-domain/workspaces/crowd';
/** As many folders as users, each with its own ACL. */
export const roomsFolder = 'rooms';
/** Ten times as many files in one folder. */
export const hallFolder = 'hall';
const filesPerUser = 10;
/** A page of large notes. */
export const shelfFolder = 'shelf';
export const shelfNotes = 100;
const noteCharacters = 300_000;
export const crowdDirectory = 'nature';
const perUnit = 500;

/** A store of many users, groups, ACLs and directory entries, and of some large folders. */
export async function generateCrowd(folder: string, users: number): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await fillCrowd({ data: unfinished }, users);
  await rename(unfinished, folder);
}

/** The store must be new; with a `databaseUrl` it is on PostgreSQL. */
export async function fillCrowd(
  place: { readonly data: string; readonly databaseUrl?: string },
  users: number,
): Promise<void> {
  const { config } = loadConfig({ environment: {}, flags: { ...place, logLevel: 'silent' } });
  const { services, close } = await compose(config, createLogger('silent'));
  try {
    await addPrincipals(services, users);
    await addEntriesTo(services, users);
    await addDocuments(services, users);
  } finally {
    await close();
  }
}

async function addPrincipals({ database }: Services, users: number): Promise<void> {
  const passwordHash = await hashPassword(guest.password);
  await database.write(async (handle) => {
    await createGroup(handle, { groupname: guest.group });
    await createUser(handle, { ...guest, passwordHash, groups: [guest.group] });
  });
  await inUnits(users, async (start, end) => {
    await database.write(async (handle) => {
      for (let n = start; n < end; n += 1) {
        await createGroup(handle, { groupname: `club-${n}`, label: `Club ${n}` });
        const profile = {
          firstName: `First ${n}`,
          lastName: `Last ${n}`,
          email: `${n}@example.org`,
        };
        await createUser(handle, { username: `user-${n}`, profile, groups: [`club-${n}`] });
      }
    });
  });
}

async function addEntriesTo({ database, repository }: Services, users: number): Promise<void> {
  const directory = repository.directories.get(crowdDirectory);
  if (!directory) throw new Error(`there is no directory ${crowdDirectory}`);
  await inUnits(users, async (start, end) => {
    const entries = Array.from({ length: end - start }, (_unused, at) => ({
      id: `entry-${start + at}`,
      label: `An entry of number ${start + at}`,
    }));
    await database.write((handle) =>
      addEntries(handle, directory, { entries, duplicates: 'refuse' }),
    );
  });
}

async function addDocuments({ database, repository }: Services, users: number): Promise<void> {
  const write = <T>(work: (unit: WriteUnit) => Promise<T>): Promise<T> =>
    database.write((handle) => work(createSystemUnit(handle, repository)));
  const { rooms, hall, shelf } = await write(addFolders);
  await inUnits(users, (start, end) =>
    write(async (unit) => {
      for (let n = start; n < end; n += 1) await addRoom(unit, rooms, n);
    }),
  );
  await inUnits(users * filesPerUser, (start, end) =>
    write(async (unit) => {
      for (let n = start; n < end; n += 1) {
        await addTo(unit, { parentId: hall, type: 'File', name: `file-${n}` });
      }
    }),
  );
  for (let n = 0; n < shelfNotes; n += 1) {
    const text = { 'note:note': `${n} lines of text `.repeat(noteCharacters / 16) };
    await write((unit) => addTo(unit, { parentId: shelf, type: 'Note', name: `note-${n}`, text }));
  }
}

async function addFolders(unit: WriteUnit) {
  const above = await findDocument(unit, { path: '/default-domain/workspaces' });
  if (!above) throw new Error('the store has no /default-domain/workspaces');
  const crowd = await addTo(unit, { parentId: above.id, type: 'Workspace', name: 'crowd' });
  const aces = [grantAce(guest.group, 'Read')];
  const [rooms, hall, shelf] = [
    await addTo(unit, { parentId: crowd, type: 'Folder', name: roomsFolder }),
    await addTo(unit, { parentId: crowd, type: 'Folder', name: hallFolder }),
    await addTo(unit, { parentId: crowd, type: 'Folder', name: shelfFolder }),
  ];
  for (const id of [hall, shelf])
    await setOwnAcls(unit, { id, acls: [{ name: localAclName, aces }] });
  return { rooms, hall, shelf };
}

async function addRoom(unit: WriteUnit, parentId: DocumentId, n: number): Promise<void> {
  const id = await addTo(unit, { parentId, type: 'Folder', name: `room-${n}` });
  const aces = [grantAce(`user-${n}`, 'ReadWrite')];
  if (n % 2 === 0) aces.push(grantAce(guest.group, 'Read'));
  await setOwnAcls(unit, { id, acls: [{ name: localAclName, aces }] });
}

async function addTo(
  unit: WriteUnit,
  {
    text = {},
    ...child
  }: { parentId: DocumentId; type: string; name: string; text?: Readonly<Record<string, string>> },
): Promise<DocumentId> {
  const properties = { 'dc:title': child.name, ...text };
  return (await createDocument(unit, { ...child, properties })).id;
}

async function inUnits(
  count: number,
  add: (start: number, end: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < count; start += perUnit) {
    await add(start, Math.min(count, start + perUnit));
  }
}
