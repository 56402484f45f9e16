import type { DocumentId } from '../base/ids.ts';
import type { DocumentShape } from '../model/content-model.ts';
import { changeTokenOf, type Document } from '../model/document.ts';
import { versionLabel } from '../model/version-numbers.ts';
import type { Dialect } from './dialect.ts';
import {
  arrayOf,
  entityOf,
  flag,
  instant,
  type JsonOf,
  mapOf,
  nullable,
  objectOf,
  referenceTo,
  text,
  texts,
} from './json-schema.ts';
import { type SchemaSelection, valueSchema, writeProperties } from './property-writer.ts';
import { writeTimestamp } from './timestamp.ts';

/** What a caller requested of documents. */
export interface DocumentWriteOptions {
  readonly dialect: Dialect;
  readonly repository: string;
  /** `http://host:8080/nuxeo/`. */
  readonly baseUrl: string;
  /** Schemas to show; undefined leaves the key `properties` out. */
  readonly schemas: SchemaSelection | undefined;
  /** Values of `fetch.document` that add top-level fields: `versionLabel`, `lock`. */
  readonly fetch: readonly string[];
}

/** Null is what the server has not decided yet: of a template that is not stored. */
export const documentSchema = entityOf(
  'document',
  {
    repository: text,
    uid: nullable(text),
    path: nullable(text),
    type: text,
    state: nullable(text),
    parentRef: nullable(text),
    isCheckedOut: flag,
    isRecord: flag,
    retainUntil: nullable(instant),
    hasLegalHold: flag,
    isUnderRetentionOrLegalHold: flag,
    isVersion: flag,
    isProxy: flag,
    changeToken: nullable(text),
    isTrashed: flag,
    title: nullable(text),
    facets: texts,
    schemas: arrayOf(objectOf({ name: text, prefix: text })),
  },
  {
    proxyTargetId: text,
    versionableId: text,
    isLatestVersion: flag,
    isLatestMajorVersion: flag,
    versionLabel: text,
    lockOwner: text,
    lockCreated: instant,
    lastModified: instant,
    properties: mapOf(valueSchema),
    contextParameters: referenceTo<object>('contextParameters'),
  },
);

type DocumentEntity = JsonOf<typeof documentSchema>;

/** Filled member by member, in the order that clients expect. */
type Draft = { -readonly [Name in keyof DocumentEntity]?: DocumentEntity[Name] };

/** The document entity, with fields in the order that clients expect. */
export function writeDocument(document: Document, options: DocumentWriteOptions): DocumentEntity {
  const entity: Draft = {
    'entity-type': 'document',
    repository: options.repository,
    uid: document.id,
    path: document.path,
    type: document.type,
    state: document.state,
    parentRef: document.parentId,
    isCheckedOut: document.isCheckedOut,
    // Retention is not part of this server yet: nothing can be a record.
    isRecord: false,
    retainUntil: null,
    hasLegalHold: false,
    isUnderRetentionOrLegalHold: false,
    isVersion: document.isVersion,
    isProxy: document.proxyTarget !== null,
  };
  addVersionFields(entity, document);
  entity.changeToken = changeTokenOf(document);
  entity.isTrashed = document.isTrashed;
  entity.title = titleOf(document);
  addFetchedFields(entity, document, options.fetch);
  const modified = document.properties['dc:modified'];
  if (typeof modified === 'number') entity.lastModified = writeTimestamp(modified);
  if (options.schemas !== undefined) {
    entity.properties = propertiesOf(document, options, options.schemas);
  }
  entity.facets = facetsOf(document);
  entity.schemas = schemasOf(document);
  return entity as DocumentEntity;
}

function addVersionFields(entity: Draft, document: Document): void {
  if (document.proxyTarget) entity.proxyTargetId = document.proxyTarget.id;
  if (document.proxyTarget || document.isVersion) entity.versionableId = document.seriesId;
  if (!document.isVersion) return;
  entity.isLatestVersion = document.isLatestVersion;
  entity.isLatestMajorVersion = document.isLatestMajorVersion;
}

function addFetchedFields(entity: Draft, document: Document, fetch: readonly string[]): void {
  if (fetch.length === 0) return;
  if (fetch.includes('versionLabel')) entity.versionLabel = versionLabel(document);
  if (fetch.includes('lock') && document.lock) {
    entity.lockOwner = document.lock.owner;
    entity.lockCreated = writeTimestamp(document.lock.createdMs);
  }
}

/** The title, else the name, else the id (the root has neither). */
export function titleOf(document: Document): string {
  const title = document.properties['dc:title'];
  if (typeof title === 'string') return title;
  return document.name === '' ? document.id : document.name;
}

function propertiesOf(
  document: Document,
  options: DocumentWriteOptions,
  schemas: SchemaSelection,
): Readonly<Record<string, unknown>> {
  return writeProperties({
    shape: document.shape,
    properties: document.properties,
    schemas,
    dialect: options.dialect,
    blobUrls: {
      baseUrl: options.baseUrl,
      repository: options.repository,
      documentId: document.id,
      changeToken: changeTokenOf(document),
    },
  });
}

const withImmutable = new WeakMap<readonly string[], readonly string[]>();

function facetsOf(document: Document): readonly string[] {
  const { facets } = document.shape;
  if (!document.isVersion && !document.proxyTarget?.isVersion) return facets;
  let extended = withImmutable.get(facets);
  if (!extended) {
    extended = [...facets, 'Immutable'];
    withImmutable.set(facets, extended);
  }
  return extended;
}

const schemaLists = new WeakMap<object, DocumentEntity['schemas']>();

function schemasOf(document: Document): DocumentEntity['schemas'] {
  let list = schemaLists.get(document.shape);
  if (!list) {
    list = document.shape.schemas.map(({ name, prefix }) => ({ name, prefix }));
    schemaLists.set(document.shape, list);
  }
  return list;
}

interface DocumentTemplate {
  readonly shape: DocumentShape;
  readonly name: string | null;
  readonly parentPath: string | null;
}

/** A document that is not stored: default values, and null where the server decides. */
export function writeTemplate(
  template: DocumentTemplate,
  options: DocumentWriteOptions,
): DocumentEntity {
  const { shape, name, parentPath } = template;
  const base = parentPath === '/' ? '' : parentPath;
  const path = parentPath === null ? name : `${base}/${name}`;
  const entity = writeDocument(
    { ...unsaved, name: name ?? '', shape, type: shape.type.name },
    options,
  );
  const overrides = { uid: null, path, state: null, parentRef: parentPath, changeToken: null };
  const { properties } = entity;
  const shown = properties && { properties: withoutSecured(shape, properties) };
  return { ...entity, ...overrides, title: name, ...shown };
}

const noId = '' as DocumentId;

const unsaved = {
  id: noId,
  parentId: null,
  path: null,
  instanceFacets: [],
  state: '',
  properties: {},
  ownAcls: [],
  aclId: 0,
  isTrashed: false,
  lock: null,
  systemToken: 0,
  userToken: 0,
  isVersion: false,
  isCheckedOut: true,
  seriesId: noId,
  baseVersionId: null,
  versionCreatedMs: null,
  isLatestVersion: false,
  isLatestMajorVersion: false,
  versionDescription: null,
  proxyTarget: null,
} satisfies Omit<Document, 'name' | 'shape' | 'type'>;

/** Set by the server, which refuses them when an ordinary user sends them back. */
function withoutSecured(
  shape: DocumentShape,
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const open = Object.entries(properties).filter(
    ([key]) => shape.properties.get(key)?.field.secured !== true,
  );
  return Object.fromEntries(open);
}
