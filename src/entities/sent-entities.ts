import {
  anyOf,
  anything,
  arrayOf,
  constant,
  flag,
  type JsonSchema,
  type Members,
  mapOf,
  named,
  nullable,
  objectOf,
  schemaOf,
  text,
  texts,
} from './json-schema.ts';

/** What clients send for an entity: other members are ignored, so that an answer can be sent back. */
function sent(entityType: string, required: Members, optional: Members): JsonSchema {
  const { additionalProperties, ...keywords } = objectOf(
    { 'entity-type': constant(entityType), ...required },
    optional,
  );
  return named(`${entityType}Input`, schemaOf(keywords));
}

function optionalObject(members: Members): JsonSchema {
  const { additionalProperties, ...keywords } = objectOf({}, members);
  return schemaOf(keywords);
}

const properties = mapOf(anything);
const idOrEntity = anyOf(text, optionalObject({ id: text }));

/** Schemas of what is sent, by the entity type that the body has to have. */
export const sentEntities: Readonly<Record<string, JsonSchema>> = {
  document: sent(
    'document',
    {},
    { name: text, type: text, uid: text, changeToken: text, properties },
  ),
  user: sent(
    'user',
    {},
    {
      id: text,
      properties: optionalObject({
        username: text,
        password: text,
        firstName: nullable(text),
        lastName: nullable(text),
        company: nullable(text),
        email: nullable(text),
        groups: texts,
        tenantId: nullable(text),
      }),
    },
  ),
  group: sent(
    'group',
    {},
    {
      id: text,
      groupname: text,
      grouplabel: nullable(text),
      properties: optionalObject({
        groupname: text,
        grouplabel: nullable(text),
        description: nullable(text),
        tenantId: nullable(text),
      }),
      memberUsers: texts,
      memberGroups: texts,
      parentGroups: texts,
    },
  ),
  directoryEntry: sent('directoryEntry', { properties }, { id: text, directoryName: text }),
  savedSearch: sent(
    'savedSearch',
    { title: text },
    {
      query: nullable(text),
      queryLanguage: nullable(text),
      queryParams: nullable(text),
      pageProviderName: nullable(text),
      pageSize: anyOf(nullable(text), schemaOf({ type: 'integer' })),
      sortBy: nullable(text),
      sortOrder: nullable(text),
      contentViewData: nullable(text),
      params: properties,
    },
  ),
  workflow: sent(
    'workflow',
    { workflowModelName: text },
    { attachedDocumentIds: arrayOf(idOrEntity), variables: properties },
  ),
  task: sent('task', {}, { id: text, comment: text, variables: properties }),
  comment: sent(
    'comment',
    {},
    {
      parentId: text,
      text,
      entityId: nullable(text),
      origin: nullable(text),
      entity: nullable(text),
    },
  ),
  annotation: sent(
    'annotation',
    {},
    {
      parentId: text,
      xpath: text,
      text,
      entityId: nullable(text),
      origin: nullable(text),
      entity: nullable(text),
    },
  ),
  oauth2Client: sent(
    'oauth2Client',
    {},
    {
      id: text,
      name: text,
      secret: nullable(text),
      redirectURIs: anyOf(texts, text),
      isAutoGrant: flag,
      isEnabled: flag,
    },
  ),
};
