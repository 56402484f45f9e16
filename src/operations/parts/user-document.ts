import { noAclId, type WorkingDocument } from '../../automation/values.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { DocumentShape, Field, Schema } from '../../model/content-model.ts';
import { type User, userFields } from '../../model/user.ts';

/** Without the password: what has no field cannot be shown. */
const fields: readonly Field[] = [
  { name: 'username', type: 'string' },
  ...userFields.map((name) => ({ name, type: 'string' }) as const),
  { name: 'groups', type: 'array', item: { type: 'string' } },
];

const schema: Schema = { name: 'user', prefix: 'user', fields, versionWritable: false };

const shape: DocumentShape = {
  type: {
    name: 'user',
    supertype: null,
    schemas: [schema.name],
    facets: [],
    allowedSubtypes: [],
    lifecycle: null,
  },
  facets: [],
  schemas: [schema],
  properties: new Map(
    fields.map((field) => [`user:${field.name}`, { key: `user:${field.name}`, schema, field }]),
  ),
};

/**
 * A user in the form of a document, as operations hand users on: expressions read its properties.
 * It is not stored, so that whatever would save it or go to its place finds no such document.
 */
export function userAsDocument(user: User): WorkingDocument {
  const { username, profile, directGroups } = user;
  const texts = userFields.map((name) => [`user:${name}`, profile[name]] as const);
  return {
    ...nowhere,
    id: username as DocumentId,
    seriesId: username as DocumentId,
    name: username,
    type: shape.type.name,
    shape,
    properties: {
      'user:username': username,
      ...Object.fromEntries(texts),
      'user:groups': directGroups,
    },
  };
}

const nowhere = {
  parentId: null,
  path: null,
  instanceFacets: [],
  state: '',
  ownAcls: [],
  // Nobody but administrators has any permission on it.
  aclId: noAclId,
  isTrashed: false,
  lock: null,
  systemToken: 0,
  userToken: 0,
  isVersion: false,
  isCheckedOut: true,
  baseVersionId: null,
  versionCreatedMs: null,
  isLatestVersion: false,
  isLatestMajorVersion: false,
  versionDescription: null,
  proxyTarget: null,
} as const;
