import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { changeTokenOf, type Document, hasFacet, isProxy } from '../../model/document.ts';
import type { StoredRendition } from '../../model/stored-rendition.ts';
import type { Properties } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { hasPermission } from '../access/permissions.ts';
import { isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import { derivedColumns } from '../changes/stored-content.ts';
import { isSet, storeTarget } from '../changes/version-rows.ts';
import {
  getDocument,
  getDocumentForUpdate,
  getUncheckedDocument,
  hydrateDocuments,
} from '../documents/documents.ts';
import { type ListedRow, selectListed } from '../documents/listed-rows.ts';
import {
  actingAsSystem,
  type ReadUnit,
  type UnitContext,
  type WriteUnit,
  withoutLargeValues,
} from '../unit/unit.ts';
import { makeVersion } from '../versions/versions.ts';
import { refuseChildrenOf } from './create-document.ts';
import { insertProxy } from './proxies.ts';
import {
  approvePublication,
  awaitApproval,
  publisherRole,
  requesterOf,
} from './publication-requests.ts';
import { removalRefusal, removeDocument } from './remove-document.ts';
import { storeRendition } from './stored-renditions.ts';

interface Publication {
  readonly id: DocumentId;
  /** The section, or any other folder. */
  readonly targetId: DocumentId;
  /** Existing proxies of the document there are replaced instead of kept beside the new one. */
  readonly overrides: boolean;
  /** Published in the place of the document. */
  readonly rendition?: StoredRendition | undefined;
}

/**
 * Publishes a version of a document in a section: the given version, the target of a given proxy, or
 * the present state of a live document, of which a version is made if it changed since the last one.
 * Needs Read on the document and AddChildren on the section, and no right to change the document.
 * With CanAskForPublishing in the place of AddChildren, the publication is hidden until a user who may
 * publish there publishes it, or the document.
 *
 * @throws AppError document.not-found, permission.denied, version.not-allowed for a live
 *   document that cannot have versions, request.conflict when it has changed since its rendition was made
 */
export async function publishDocument(
  unit: WriteUnit,
  { id, targetId, overrides, rendition }: Publication,
): Promise<Document> {
  await unit.handle.lockTree('exclusive');
  const document = await getDocument(unit, { id });
  const section = await getUncheckedDocument(unit, { id: targetId });
  const role = await publisherRole(unit, section);
  refuseChildrenOf(section);
  const published = await publishedState(unit, { document, rendition });
  const publish = role === 'publisher' ? publishNow : askForPublication;
  return publish(unit, { document, section, published, overrides });
}

interface Publishing {
  readonly document: Document;
  readonly section: Document;
  readonly published: PublishedState;
  readonly overrides: boolean;
}

async function publishNow(
  unit: WriteUnit,
  { document, section, published: { state, isNew }, overrides }: Publishing,
): Promise<Document> {
  const isApproved = requesterOf(document) !== undefined && document.parentId === section.id;
  const there = overrides
    ? await publicationsIn(unit, { seriesId: state.seriesId, sectionId: section.id })
    : [];
  // A publication that was asked for takes the place of the others, or stands beside them.
  const present = isApproved ? [document] : there;
  const system = actingAsSystem(unit);
  for (const other of there)
    if (isApproved && other.id !== document.id) await removeDocument(system, other.id);
  const [only] = present;
  if (only && present.length === 1 && only.proxyTarget?.id === state.id) {
    return requesterOf(only) === undefined
      ? only
      : recordPublication(unit, { document, proxy: only, section });
  }
  const target = isNew ? state : await stampIssue(unit, state);
  if (only && present.length === 1) {
    const proxy = await retarget(unit, { proxy: only, target });
    return recordPublication(unit, { document, proxy, section });
  }
  for (const proxy of present) await removeDocument(system, proxy.id);
  const proxy = await insertProxy(unit, { target, folder: section });
  return recordPublication(unit, { document, proxy, section });
}

/** One request of a user for each section; what is published already stays as it is meanwhile. */
async function askForPublication(
  unit: WriteUnit,
  { document, section, published: { state } }: Publishing,
): Promise<Document> {
  const there = await publicationsIn(unit, { seriesId: state.seriesId, sectionId: section.id });
  const shown = there.find(
    (each) => requesterOf(each) === undefined && each.proxyTarget?.id === state.id,
  );
  if (shown && (await hasPermission(unit, { document: shown, permission: 'Read' }))) return shown;
  const own = there.find((each) => requesterOf(each) === unit.principal.username);
  if (own?.proxyTarget?.id === state.id) return own;
  const proxy = own
    ? await retarget(unit, { proxy: own, target: state })
    : await insertProxy(unit, { target: state, folder: section });
  return awaitApproval(unit, { document, proxy, section });
}

async function recordPublication(
  unit: WriteUnit,
  { document, proxy: made, section }: Record<'document' | 'proxy' | 'section', Document>,
): Promise<Document> {
  const proxy = await approvePublication(unit, { document, proxy: made });
  await announce(unit, { eventId: 'documentProxyPublished', documents: [proxy] });
  await announce(unit, { eventId: 'sectionContentPublished', documents: [section] });
  for (const published of [document, proxy]) {
    await announce(unit, { eventId: 'documentPublished', documents: [published] });
  }
  return proxy;
}

/** The version or live document that the new proxy shows; a new version has its date of publication. */
interface PublishedState {
  readonly state: Document;
  readonly isNew: boolean;
}

async function publishedState(
  unit: WriteUnit,
  { document, rendition }: Pick<Publication, 'rendition'> & { readonly document: Document },
): Promise<PublishedState> {
  if (!rendition) return ownState(unit, document);
  if (changeTokenOf(document) !== rendition.sourceToken) {
    throw new AppError(
      'request.conflict',
      `The document ${document.id} was changed while its rendition ${rendition.name} was made`,
    );
  }
  const { state: source } = await ownState(unit, document);
  return { state: await storeRendition(unit, { source, rendition }), isNew: false };
}

async function ownState(unit: WriteUnit, document: Document): Promise<PublishedState> {
  if (document.proxyTarget) return { state: document.proxyTarget, isNew: false };
  if (document.isVersion) return { state: document, isNew: false };
  requirePublishable(document);
  const live = await getDocumentForUpdate(unit, document.id);
  if (!live.isCheckedOut && live.baseVersionId !== null) {
    return { state: await getUncheckedDocument(unit, { id: live.baseVersionId }), isNew: false };
  }
  const ownProperties = issueDate(unit, live);
  const { version } = await makeVersion(unit, { document: live, by: 'MINOR', ownProperties });
  return { state: version, isNew: true };
}

/**
 * A version has the date of its last publication. A live document that is published has not: it
 * would differ from its version.
 */
async function stampIssue(unit: WriteUnit, target: Document): Promise<Document> {
  const issued = issueDate(unit, target);
  if (!target.isVersion || !issued) return target;
  const version = await getDocumentForUpdate(unit, target.id);
  const properties = { ...version.properties, ...issued };
  return saveContent(unit, { document: version, change: { properties } });
}

function issueDate({ nowMs }: UnitContext, { shape }: Document): Properties | undefined {
  return shape.properties.has('dc:issued') ? { 'dc:issued': nowMs } : undefined;
}

function requirePublishable(document: Document): void {
  if (hasFacet(document, 'Versionable')) return;
  throw new AppError(
    'version.not-allowed',
    `${document.id} is a ${document.type}, which has no versions to publish: make a live proxy`,
  );
}

async function retarget(
  unit: WriteUnit,
  { proxy, target }: { proxy: Document; target: Document },
): Promise<Document> {
  await unit.handle.execute(storeTarget, {
    id: proxy.id,
    targetId: target.id,
    seriesId: target.seriesId,
    type: target.type,
    state: target.state,
    ...derivedColumns(target.properties),
  });
  return getUncheckedDocument(unit, { id: proxy.id });
}

/** The proxies of a document and of its versions, by path; to be removed or retargeted. */
async function publicationsOf(unit: ReadUnit, seriesId: DocumentId): Promise<Document[]> {
  const rows = await unit.handle.all(proxiesOfSeries(unit.handle, seriesId));
  return hydrateDocuments(withoutLargeValues(unit), rows);
}

/** As `publicationsOf`, those in one section. */
async function publicationsIn(
  unit: ReadUnit,
  place: { seriesId: DocumentId; sectionId: DocumentId },
): Promise<Document[]> {
  const rows = await unit.handle.fetchAll(proxiesInSection, place);
  return rows.length === 0 ? [] : hydrateDocuments(withoutLargeValues(unit), rows);
}

/** A section has many children, a document few proxies: they are found by their target. */
const proxiesInSection = defineStatement<{ seriesId: string; sectionId: string }, ListedRow>(
  (builder, p, dialect) =>
    proxiesOfSeries({ builder, dialect }, p.seriesId).where(
      sql<boolean>`${dialect.withoutIndex(sql.ref('parent_id'))} = ${p.sectionId}`,
    ),
);

function proxiesOfSeries(target: Pick<ReadHandle, 'builder' | 'dialect'>, seriesId: string) {
  const states = target.builder
    .selectFrom('document')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('is_version', '=', isSet)
    .unionAll(target.builder.selectNoFrom(sql<string>`${seriesId}`.as('id')));
  return selectListed(target).where('proxy_target_id', 'in', states).orderBy('path');
}

/**
 * The proxies of a document, or of the document of a version or proxy; only those that the caller
 * may see.
 *
 * @throws AppError document.not-found, permission.denied without Read on the document
 */
export async function listPublications(unit: ReadUnit, id: DocumentId): Promise<Document[]> {
  const { seriesId } = await getDocument(unit, { id });
  const readable = await readableDocuments(unit);
  const query = proxiesOfSeries(unit.handle, seriesId);
  const rows = await unit.handle.all(
    query.$if(readable !== undefined, (q) =>
      q.where(isReadable(unit.handle, readable as Readable)),
    ),
  );
  return hydrateDocuments(unit, rows);
}

/**
 * Removes the proxies of the document that the caller may remove; others stay.
 *
 * @throws AppError document.not-found, permission.denied without Read on the document
 */
export async function unpublishAll(unit: WriteUnit, id: DocumentId): Promise<void> {
  await unit.handle.lockTree('exclusive');
  const { seriesId } = await getDocument(unit, { id });
  for (const proxy of await publicationsOf(unit, seriesId)) {
    const refusal = await removalRefusal(unit, proxy);
    if (refusal === undefined) await removeDocument(unit, proxy.id);
  }
}

/**
 * Removes every proxy of a version, or of a live document and its versions. A proxy has no proxies.
 *
 * @throws AppError document.not-found, permission.denied also when one of them may not be removed
 */
export async function removeProxiesOf(unit: WriteUnit, id: DocumentId): Promise<void> {
  await unit.handle.lockTree('exclusive');
  const document = await getDocument(unit, { id });
  if (isProxy(document)) return;
  const { seriesId } = document;
  for (const proxy of await publicationsOf(unit, seriesId)) {
    if (document.isVersion && proxy.proxyTarget?.id !== document.id) continue;
    await removeDocument(unit, proxy.id);
  }
}

/**
 * The live document that a proxy or version comes from; a live document is its own source.
 *
 * @throws AppError document.not-found also when the live document is gone, permission.denied
 */
export async function getSourceDocument(unit: ReadUnit, id: DocumentId): Promise<Document> {
  const document = await getDocument(unit, { id });
  if (!document.isVersion && !isProxy(document)) return document;
  return getDocument(unit, { id: document.seriesId });
}
