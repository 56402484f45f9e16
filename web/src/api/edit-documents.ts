import type { Document } from '../../../client/src/index.ts';
import { api } from './client.ts';
import { type Doc, storedDocument } from './types.ts';

type Ids = readonly string[];

const shown = { properties: 'dublincore', 'enrichers.document': 'permissions' } as const;

function listOf(ids: Ids): string {
  return `docs:${ids.join(',')}`;
}

/** Operations answer with a document or a list of them, or with nothing. */
function documentsOf(answer: unknown): readonly Doc[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('entries' in answer && Array.isArray(answer.entries)) {
    return answer.entries.map((each: Document) => storedDocument(each));
  }
  return 'uid' in answer ? [storedDocument(answer as Document)] : [];
}

/** Each of these changes all documents of the list, or none of them. */
export async function moveDocumentsTo(ids: Ids, target: string, name?: string) {
  const params = { target, ...(name !== undefined && { name }) };
  return documentsOf(
    await api.operation('Document.Move', { input: listOf(ids), params, headers: shown }),
  );
}

export async function copyDocumentsTo(ids: Ids, target: string) {
  const params = { target };
  return documentsOf(
    await api.operation('Document.Copy', { input: listOf(ids), params, headers: shown }),
  );
}

export async function trashDocuments(ids: Ids) {
  return documentsOf(await api.operation('Document.Trash', { input: listOf(ids), headers: shown }));
}

export async function untrashDocuments(ids: Ids) {
  return documentsOf(
    await api.operation('Document.Untrash', { input: listOf(ids), headers: shown }),
  );
}

export async function tagDocuments(ids: Ids, tags: readonly string[]) {
  const params = { tags };
  return documentsOf(await api.operation('Services.TagDocument', { input: listOf(ids), params }));
}

export async function deleteDocuments(ids: Ids) {
  return documentsOf(await api.operation('Document.Delete', { input: listOf(ids) }));
}

interface NewDocument {
  readonly parent: string;
  readonly type: string;
  readonly name: string;
  readonly title: string;
}

export async function createDocument({ parent, type, name, title }: NewDocument): Promise<Doc> {
  const body = {
    'entity-type': 'document',
    type,
    name,
    properties: { 'dc:title': title },
  } as const;
  return storedDocument(
    await api.POST('/api/v1/id/{id}', { path: { id: parent }, body, headers: shown }),
  );
}

/** @throws ApiError 409 if the document is no longer the one of the token */
export async function setTitle(
  { uid, changeToken }: Pick<Doc, 'uid' | 'changeToken'>,
  title: string,
): Promise<Doc> {
  const body = {
    'entity-type': 'document',
    uid,
    ...(changeToken !== null && { changeToken }),
    properties: { 'dc:title': title },
  } as const;
  return storedDocument(
    await api.PUT('/api/v1/id/{id}', { path: { id: uid }, body, headers: shown }),
  );
}

/** Its present title and change token. */
export async function readTitle(uid: string): Promise<Doc> {
  return storedDocument(await api.GET('/api/v1/id/{id}', { path: { id: uid }, headers: shown }));
}
