import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { type Document, hasFacet, isProxy } from '../../model/document.ts';
import { systemPrincipal } from '../../model/principal.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { requirePermission } from '../access/permissions.ts';
import { hasAclAmong, readableAclIds } from '../access/readable-acls.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import { derivedColumns } from '../changes/stored-content.ts';
import { storeTarget } from '../changes/version-rows.ts';
import {
  getDocument,
  getDocumentForUpdate,
  getUncheckedDocument,
  hydrateDocuments,
} from '../documents/documents.ts';
import { selectListed } from '../documents/listed-rows.ts';
import { type Session, withoutLargeValues } from '../unit/session.ts';
import { makeVersion } from '../versions/versions.ts';
import { refuseChildrenOf } from './create-document.ts';
import { insertProxy } from './proxies.ts';
import { removalRefusal, removeDocument } from './remove-document.ts';

export interface Publication {
  readonly id: DocumentId;
  /** The section, or any other folder. */
  readonly targetId: DocumentId;
  /** What is published of the document there is replaced instead of standing beside the new one. */
  readonly overrides: boolean;
}

/**
 * Shows a version of a document in a section: the one that is given, what a given proxy shows, or the
 * present state of a live document, of which a version is made if it changed since the last one. That
 * needs Read on the document and AddChildren on the section, and no right to change the document.
 *
 * @throws AppError document.not-found, permission.denied, version.not-allowed for a live
 *   document that cannot have versions
 */
export async function publishDocument(
  handle: WriteHandle,
  session: Session,
  { id, targetId, overrides }: Publication,
): Promise<Document> {
  await handle.lockTree('exclusive');
  const document = await getDocument(handle, session, { id });
  const section = await getUncheckedDocument(handle, session, { id: targetId });
  await requirePermission(handle, session, { document: section, permission: 'AddChildren' });
  refuseChildrenOf(section);
  const state = await publishedState(handle, session, document);
  const present = overrides
    ? await publicationsOf(handle, session, { seriesId: state.seriesId, sectionId: section.id })
    : [];
  const [only] = present;
  if (only && present.length === 1 && only.proxyTarget?.id === state.id) return only;
  const target = await stampIssue(handle, session, state);
  if (only && present.length === 1) {
    const proxy = await retarget(handle, session, { proxy: only, target });
    return recordPublication(handle, session, { document, proxy, section });
  }
  const actingFor = session.principal.username;
  const system = { ...session, principal: systemPrincipal, actingFor };
  for (const proxy of present) await removeDocument(handle, system, proxy.id);
  const proxy = await insertProxy(handle, session, { target, folder: section });
  return recordPublication(handle, session, { document, proxy, section });
}

async function recordPublication(
  handle: WriteHandle,
  session: Session,
  { document, proxy, section }: Record<'document' | 'proxy' | 'section', Document>,
): Promise<Document> {
  await announce(handle, session, { eventId: 'documentProxyPublished', documents: [proxy] });
  await announce(handle, session, { eventId: 'sectionContentPublished', documents: [section] });
  for (const published of [document, proxy]) {
    await announce(handle, session, { eventId: 'documentPublished', documents: [published] });
  }
  return proxy;
}

/** The version or live document that the new proxy shows. */
async function publishedState(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<Document> {
  if (document.proxyTarget) return document.proxyTarget;
  if (document.isVersion) return document;
  requirePublishable(document);
  const live = await getDocumentForUpdate(handle, session, document.id);
  if (!live.isCheckedOut && live.baseVersionId !== null) {
    return getUncheckedDocument(handle, session, { id: live.baseVersionId });
  }
  return (await makeVersion(handle, session, { document: live, by: 'MINOR' })).version;
}

/**
 * A version says when it was published last. A live document that is shown as it changes does not: it
 * would differ from its version.
 */
async function stampIssue(
  handle: WriteHandle,
  session: Session,
  target: Document,
): Promise<Document> {
  if (!target.isVersion || !target.shape.properties.has(issuedKey)) return target;
  const version = await getDocumentForUpdate(handle, session, target.id);
  const properties = { ...version.properties, [issuedKey]: session.nowMs };
  return saveContent(handle, session, { document: version, change: { properties } });
}

const issuedKey = 'dc:issued';

function requirePublishable(document: Document): void {
  if (hasFacet(document, 'Versionable')) return;
  throw new AppError(
    'version.not-allowed',
    `${document.id} is a ${document.type}, which has no versions to publish: make a live proxy`,
  );
}

async function retarget(
  handle: WriteHandle,
  session: Session,
  { proxy, target }: { proxy: Document; target: Document },
): Promise<Document> {
  await handle.execute(storeTarget, {
    id: proxy.id,
    targetId: target.id,
    seriesId: target.seriesId,
    type: target.type,
    state: target.state,
    ...derivedColumns(target.properties),
  });
  return getUncheckedDocument(handle, session, { id: proxy.id });
}

/** The proxies of a document and of its versions, by path; to be removed or pointed elsewhere. */
async function publicationsOf(
  handle: ReadHandle,
  session: Session,
  { seriesId, sectionId }: { seriesId: DocumentId; sectionId?: DocumentId },
): Promise<Document[]> {
  const query = proxiesOfSeries(handle, seriesId);
  const rows = await handle.all(
    sectionId === undefined ? query : query.where('parent_id', '=', sectionId),
  );
  return hydrateDocuments(handle, withoutLargeValues(session), rows);
}

function proxiesOfSeries(handle: ReadHandle, seriesId: DocumentId) {
  const versions = handle.builder
    .selectFrom('document')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('is_version', '=', 1);
  return selectListed(handle)
    .where((e) => e.or([e('proxy_target_id', '=', seriesId), e('proxy_target_id', 'in', versions)]))
    .orderBy('path');
}

/**
 * Where a document, or the one that a version or proxy stands for, is shown; only what the caller may
 * see.
 *
 * @throws AppError document.not-found, permission.denied without Read on the document
 */
export async function listPublications(
  handle: ReadHandle,
  session: Session,
  id: DocumentId,
): Promise<Document[]> {
  const { seriesId } = await getDocument(handle, session, { id });
  const readable = await readableAclIds(handle, session);
  const query = proxiesOfSeries(handle, seriesId);
  const rows = await handle.all(
    query.$if(readable !== undefined, (q) => q.where(hasAclAmong(handle.engine, readable ?? []))),
  );
  return hydrateDocuments(handle, session, rows);
}

/**
 * Takes the document back from wherever it is shown and the caller may remove it; the rest stays.
 *
 * @throws AppError document.not-found, permission.denied without Read on the document
 */
export async function unpublishAll(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<void> {
  await handle.lockTree('exclusive');
  const { seriesId } = await getDocument(handle, session, { id });
  for (const proxy of await publicationsOf(handle, session, { seriesId })) {
    const refusal = await removalRefusal(handle, session, proxy);
    if (refusal === undefined) await removeDocument(handle, session, proxy.id);
  }
}

/**
 * Removes every proxy of a version, or of a live document and its versions. Nothing points at a proxy.
 *
 * @throws AppError document.not-found, permission.denied also when one of them may not be removed
 */
export async function removeProxiesOf(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<void> {
  await handle.lockTree('exclusive');
  const document = await getDocument(handle, session, { id });
  if (isProxy(document)) return;
  const { seriesId } = document;
  for (const proxy of await publicationsOf(handle, session, { seriesId })) {
    if (document.isVersion && proxy.proxyTarget?.id !== document.id) continue;
    await removeDocument(handle, session, proxy.id);
  }
}

/**
 * The live document that a proxy or version comes from; a live document is its own source.
 *
 * @throws AppError document.not-found also when the live document is gone, permission.denied
 */
export async function getSourceDocument(
  handle: ReadHandle,
  session: Session,
  id: DocumentId,
): Promise<Document> {
  const document = await getDocument(handle, session, { id });
  if (!document.isVersion && !isProxy(document)) return document;
  return getDocument(handle, session, { id: document.seriesId });
}
