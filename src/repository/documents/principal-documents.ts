import type { DocumentId } from '../../base/ids.ts';
import type { DocumentShape, Field, Schema } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import { type Group, type User, userFields } from '../../model/user.ts';
import type { PropertyValue } from '../../model/value.ts';

/** The ACL of documents that are not stored. */
export const noAclId = -1;

const text = (name: string): Field => ({ name, type: 'string' });

/** Without the password, which therefore cannot be shown. */
const userShape = shapeOf('user', [
  text('username'),
  ...userFields.map(text),
  { name: 'groups', type: 'array', item: { type: 'string' } },
]);

const groupShape = shapeOf(
  'group',
  ['groupname', 'grouplabel', 'description', 'tenantId'].map(text),
);

function shapeOf(name: string, fields: readonly Field[]): DocumentShape {
  const schema: Schema = { name, prefix: name, fields, versionWritable: false };
  return {
    type: {
      name,
      supertype: null,
      schemas: [name],
      facets: [],
      allowedSubtypes: [],
      lifecycle: null,
    },
    facets: [],
    schemas: [schema],
    properties: new Map(
      fields.map((field) => [
        `${name}:${field.name}`,
        { key: `${name}:${field.name}`, schema, field },
      ]),
    ),
  };
}

/**
 * A user in the form of a document, as operations pass users: expressions read its properties. It
 * is not stored: operations that save or load it find no such document.
 */
export function userAsDocument({ username, profile, directGroups }: User): Document {
  const values = { username, ...profile, groups: directGroups };
  return unstored(username, userShape, values);
}

/** A group in the form of a document; as `userAsDocument`. */
export function groupAsDocument({ groupname, label, description, tenantId }: Group): Document {
  return unstored(groupname, groupShape, { groupname, grouplabel: label, description, tenantId });
}

function unstored(
  name: string,
  shape: DocumentShape,
  values: Readonly<Record<string, PropertyValue>>,
): Document {
  const properties = Object.entries(values).map(
    ([field, value]) => [`${shape.type.name}:${field}`, value] as const,
  );
  const id = name as DocumentId;
  return {
    ...nowhere,
    id,
    seriesId: id,
    name,
    type: shape.type.name,
    shape,
    properties: Object.fromEntries(properties),
  };
}

const nowhere = {
  parentId: null,
  path: null,
  instanceFacets: [],
  state: '',
  ownAcls: [],
  // Only administrators have permissions on it.
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
