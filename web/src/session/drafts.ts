import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/** Changes of a document that have not been saved, with what they started from. */
export interface Draft {
  readonly changes: Readonly<Record<string, unknown>>;
  /** Earlier values of the changed properties. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly changeToken: string;
  readonly savedAt: Date;
  /** Files were chosen that are not in it: the browser does not keep them. */
  readonly lacksFiles: boolean;
}

interface Drafts extends DBSchema {
  readonly drafts: {
    readonly key: readonly [user: string, uid: string] & IDBValidKey;
    readonly value: Draft;
  };
}

const databaseName = 'cartulary.drafts';
let opened: Promise<IDBPDatabase<Drafts>> | undefined;

function database(): Promise<IDBPDatabase<Drafts>> {
  opened ??= openDB<Drafts>(databaseName, 1, {
    upgrade: (created) => void created.createObjectStore('drafts'),
    // Another window signs out.
    blocking: (_from, _to, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = undefined;
    },
  });
  return opened;
}

export async function findDraft(user: string, uid: string): Promise<Draft | undefined> {
  return (await database()).get('drafts', [user, uid]);
}

export async function keepDraft(user: string, uid: string, draft: Draft): Promise<void> {
  await (await database()).put('drafts', draft, [user, uid]);
}

export async function dropDraft(user: string, uid: string): Promise<void> {
  await (await database()).delete('drafts', [user, uid]);
}

/** Of all users: others may use the browser after a sign-out. */
export async function dropAllDrafts(): Promise<void> {
  await deleteDB(databaseName);
}
