import { lockDocuments } from '../../repository/documents/find-many.ts';
import {
  type SystemProperties,
  setSystemProperties,
} from '../../repository/editing/system-properties.ts';
import { userExists } from '../../repository/principals/users.ts';
import { ecmProperties } from '../../repository/query/ecm-properties.ts';
import { type BulkParams, defineBulkAction } from '../action.ts';
import { invalidParameter, readFlag, unknownParameter } from '../invalid-parameter.ts';
import { eachDocument } from './each-document.ts';

const name = 'setSystemProperties';

const stateName = 'ecm:currentLifeCycleState';
const trashName = 'ecm:isTrashed';
const ownerName = 'ecm:lockOwner';
/** By the names that queries use. */
const settable: readonly string[] = [stateName, trashName, ownerName];

export const setSystemPropertiesAction = defineBulkAction<SystemProperties>({
  name,
  description: `Sets system properties of documents as they are given, without transitions: ${settable.join(', ')}.`,
  bucketSize: 100,
  batchSize: 25,
  parse: readParameters,
  async run(unit, { items, params }) {
    const { lockOwner } = params;
    if (typeof lockOwner === 'string' && !(await userExists(unit.handle, lockOwner))) {
      const message = `ecm:lockOwner: there is no user ${lockOwner}`;
      return { errors: items.map((itemId) => ({ itemId, message })) };
    }
    if (params.isTrashed !== undefined) await unit.handle.lockTree('exclusive');
    // In one order, as batches of other commands lock theirs.
    await lockDocuments(unit, items);
    return eachDocument(items, (id) => setSystemProperties(unit, id, params));
  },
});

function readParameters(params: BulkParams): SystemProperties {
  for (const key of Object.keys(params)) refuseOther(key);
  const { [stateName]: state, [ownerName]: owner, [trashName]: isTrashed } = params;
  return {
    ...(state !== undefined && { state: readText(stateName, state) }),
    ...(owner !== undefined && { lockOwner: owner === null ? null : readText(ownerName, owner) }),
    ...(isTrashed !== undefined && { isTrashed: readTrashed(isTrashed) }),
  };
}

function readTrashed(value: unknown): boolean {
  if (value === null) throw invalidParameter(trashName, name, 'send true or false');
  return readFlag({ [trashName]: value }, trashName, { action: name, otherwise: false });
}

function refuseOther(key: string): void {
  if (settable.includes(key)) return;
  if (!ecmProperties.has(key)) throw unknownParameter('parameter', key, name);
  const reason = `it follows from other data; those that can be set: ${settable.join(', ')}`;
  throw invalidParameter(key, name, reason);
}

function readText(key: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalidParameter(key, name, 'send a text');
}
