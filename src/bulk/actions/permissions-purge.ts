import { limits } from '../../base/limits.ts';
import { purgeGrants } from '../../repository/editing/purge-grants.ts';
import { type BulkParams, defineBulkAction } from '../action.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { eachDocument } from './each-document.ts';

const name = 'permissionsPurge';

interface PermissionsPurge {
  readonly usernames: ReadonlySet<string>;
}

export const permissionsPurgeAction = defineBulkAction<PermissionsPurge>({
  name,
  description:
    'Removes the entries that grant users or groups (usernames: a list) a permission from the permissions of documents. Entries that deny stay.',
  bucketSize: 100,
  batchSize: 25,
  isSequential: true,
  parse: readParameters,
  run: (unit, { items, params: { usernames } }) =>
    eachDocument(items, (id) => purgeGrants(unit, { id, usernames })),
});

function readParameters({ usernames }: BulkParams): PermissionsPurge {
  const isList = Array.isArray(usernames) && usernames.length > 0;
  if (!isList || usernames.length > limits.purgedNamesMax || !usernames.every(isName)) {
    const remedy = `send a list of 1 to ${limits.purgedNamesMax} names of users and groups`;
    throw invalidParameter('usernames', name, remedy);
  }
  return { usernames: new Set(usernames) };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= limits.aceNameLengthMax;
}
