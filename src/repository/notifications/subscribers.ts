import { slicesOf } from '../../base/slices.ts';
import { membersGroup } from '../../model/principal.ts';
import type { Database, ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';

/** A subscription as a source of recipients. */
interface SubscribedPlace {
  readonly documentId: string;
  readonly name: string;
}

/** Some recipients, and where they come from. */
export interface RecipientSlice {
  readonly usernames: readonly string[];
  readonly addresses: readonly string[];
  /** Undefined for recipients that are named and not subscribed. */
  readonly place?: SubscribedPlace | undefined;
  /** They are subscribed as members of a group. */
  readonly isByGroup: boolean;
}

/** Rows of one query. */
const pageSize = 50;
/** Groups that one subscription reaches, those inside groups included; more are left out. */
const groupsMax = 10_000;

/** Those of the documents that have subscribers. */
export async function subscribedDocuments(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const some of slicesOf([...new Set(ids)], 500)) {
    const rows = await handle.all(
      handle.rows
        .selectFrom('document')
        .select('id')
        .where('id', 'in', keyList(handle.dialect, some))
        .where((e) =>
          e.exists(
            e
              .selectFrom('subscription')
              .select('subscription.name')
              .whereRef('subscription.document_id', '=', 'document.id'),
          ),
        ),
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/**
 * All users who are subscribed in a place, in slices: however many they are, little memory is used.
 * Users may come more than once.
 */
export async function* subscribersOf(
  database: Database,
  place: SubscribedPlace,
): AsyncGenerator<RecipientSlice> {
  const groups = new Set<string>();
  for (let after = ''; ; ) {
    const subscribers = await database.read((handle) => readSubscribers(handle, place, after));
    const usernames = subscribers.flatMap((each) => namesAfter('user:', each));
    for (const group of subscribers.flatMap((each) => namesAfter('group:', each)))
      groups.add(group);
    if (usernames.length > 0) yield { usernames, addresses: [], place, isByGroup: false };
    const last = subscribers.at(-1);
    if (last === undefined || subscribers.length < pageSize) break;
    after = last;
  }
  for await (const usernames of membersOf(database, groups)) {
    yield { usernames, addresses: [], place, isByGroup: true };
  }
}

/** Recipients that a mail names. */
export async function* namedRecipients(
  database: Database,
  to: readonly string[],
): AsyncGenerator<RecipientSlice> {
  const groups = new Set(to.flatMap((each) => namesAfter('group:', each)));
  const addresses = to.filter((each) => !/^(?:user|group):/.test(each));
  const users = to.flatMap((each) => namesAfter('user:', each));
  if (addresses.length > 0) yield { usernames: [], addresses, isByGroup: false };
  for (const usernames of slicesOf(users, pageSize)) {
    yield { usernames, addresses: [], isByGroup: false };
  }
  for await (const usernames of membersOf(database, groups)) {
    yield { usernames, addresses: [], isByGroup: true };
  }
}

function namesAfter(prefix: string, subscriber: string): readonly string[] {
  return subscriber.startsWith(prefix) ? [subscriber.slice(prefix.length)] : [];
}

/** Members of the groups and of all groups inside them, in slices. Circles of groups end. */
async function* membersOf(
  database: Database,
  groups: Set<string>,
): AsyncGenerator<readonly string[]> {
  // The set grows while it is walked.
  for (const group of groups) {
    for (const kind of ['user', 'group'] as const) {
      for (let after = ''; ; ) {
        const names = await database.read((handle) => readMembers(handle, { group, kind, after }));
        if (kind === 'user' && names.length > 0) yield names;
        for (const name of names) if (kind === 'group' && groups.size < groupsMax) groups.add(name);
        const last = names.at(-1);
        if (last === undefined || names.length < pageSize) break;
        after = last;
      }
    }
  }
}

async function readSubscribers(
  handle: ReadHandle,
  { documentId, name }: SubscribedPlace,
  after: string,
): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('subscription')
      .select('subscriber')
      .where('document_id', '=', documentId)
      .where('name', '=', name)
      .where('subscriber', '>', after)
      .orderBy('subscriber')
      .limit(pageSize),
  );
  return rows.map(({ subscriber }) => subscriber);
}

interface MemberPage {
  readonly group: string;
  readonly kind: 'user' | 'group';
  readonly after: string;
}

/** Every account is in the group of all members. */
async function readMembers(
  handle: ReadHandle,
  { group, kind, after }: MemberPage,
): Promise<readonly string[]> {
  if (group === membersGroup && kind === 'user') return readAccounts(handle, after);
  const rows = await handle.all(
    handle.builder
      .selectFrom('group_member')
      .select('member_name')
      .where('groupname', '=', group)
      .where('member_kind', '=', kind)
      .where('member_name', '>', after)
      .orderBy('member_name')
      .limit(pageSize),
  );
  return rows.map(({ member_name }) => member_name);
}

async function readAccounts(handle: ReadHandle, after: string): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('user_account')
      .select('username')
      .where('username', '>', after)
      .orderBy('username')
      .limit(pageSize),
  );
  return rows.map(({ username }) => username);
}

/** Those of the users who want no mail that they only get as members of a group. */
export async function refusingUsers(
  handle: ReadHandle,
  { documentId, name }: SubscribedPlace,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  if (usernames.length === 0) return new Set();
  const rows = await handle.all(
    handle.builder
      .selectFrom('subscription_refusal')
      .select('username')
      .where('document_id', '=', documentId)
      .where('username', 'in', keyList(handle.dialect, usernames))
      .where('name', '=', name),
  );
  return new Set(rows.map(({ username }) => username));
}
