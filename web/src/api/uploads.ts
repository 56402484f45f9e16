import { nameFor } from '../documents/name-of-title.ts';
import { api } from './client.ts';
import { kindOf } from './errors.ts';
import { type Doc, storedDocument } from './types.ts';

/** A file of an upload batch. */
interface Place {
  readonly batch: string;
  readonly index: number;
}

/** The reference by which a document gets a file that was uploaded. */
export interface UploadReference {
  readonly 'upload-batch': string;
  readonly 'upload-fileId': string;
}

export function referenceTo({ batch, index }: Place): UploadReference {
  return { 'upload-batch': batch, 'upload-fileId': String(index) };
}

export async function openBatch(signal?: AbortSignal): Promise<string> {
  return (await api.POST('/api/v1/upload', { signal })).batchId;
}

/** Drops a batch and what it holds. The server does so by itself later, so that failures do not matter. */
export async function dropBatch(batch: string): Promise<void> {
  await api.DELETE('/api/v1/upload/{batchId}', { path: { batchId: batch } }).catch(() => undefined);
}

/** What the server has of a file. */
export interface Arrived {
  readonly isWhole: boolean;
  readonly chunks: readonly number[];
  readonly chunkCount: number;
}

/** Undefined where the server has nothing of it, or has dropped its batch. */
export async function arrivedOf(place: Place, signal: AbortSignal): Promise<Arrived | undefined> {
  const path = { batchId: place.batch, fileIdx: String(place.index) };
  try {
    const response = await api.send('GET', '/api/v1/upload/{batchId}/{fileIdx}', { path, signal });
    const { uploadedChunkIds = [], chunkCount = 1 } = (await response.json()) as {
      readonly uploadedChunkIds?: readonly number[];
      readonly chunkCount?: number;
    };
    return { isWhole: response.status === 200, chunks: uploadedChunkIds, chunkCount };
  } catch (error) {
    if (kindOf(error) === 'not-found') return undefined;
    throw error;
  }
}

export async function hasBatch(batch: string, signal: AbortSignal): Promise<boolean> {
  try {
    await api.send('GET', '/api/v1/upload/{batchId}', { path: { batchId: batch }, signal });
    return true;
  } catch (error) {
    if (kindOf(error) === 'not-found') return false;
    throw error;
  }
}

export async function dropFile({ batch, index }: Place): Promise<void> {
  const path = { batchId: batch, fileIdx: String(index) };
  await api.DELETE('/api/v1/upload/{batchId}/{fileIdx}', { path }).catch(() => undefined);
}

interface Once {
  /** The server executes calls with the same key once. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The batch has more files, and is asked again when an answer was lost. */
function headersFor({ key }: Once) {
  return { 'X-Batch-No-Drop': true, 'Idempotency-Key': key } as const;
}

/** Makes a document of an uploaded file, of the type that fits the content. */
export async function importFile(
  place: Place,
  { folder, overwrites, ...once }: Once & { folder: string; overwrites: boolean },
): Promise<Doc> {
  const answer = await api.operation('FileManager.Import', {
    input: { ...referenceTo(place) },
    params: { overwrite: overwrites },
    context: { currentDocument: folder },
    headers: headersFor(once),
    signal: once.signal,
  });
  return oneDocument(answer);
}

/** As `importFile`, for several files that are sent along. Returns the documents in the order of the files. */
export async function importFiles(
  files: readonly File[],
  { folder, key, signal }: Once & { folder: string },
): Promise<readonly Doc[]> {
  const answer = await api.operation('FileManager.Import', {
    input: files,
    params: { overwrite: false },
    context: { currentDocument: folder },
    headers: { 'Idempotency-Key': key },
    signal,
  });
  const documents = answer && 'entries' in answer ? answer.entries : [answer];
  return documents.filter((each) => each !== undefined).map(storedDocument);
}

/** Gives a document another content. */
export async function replaceContent(
  uid: string,
  place: Place,
  { key, signal }: Once,
): Promise<Doc> {
  await api.operation('Blob.AttachOnDocument', {
    input: { ...referenceTo(place) },
    params: { document: uid, save: true, xpath: 'file:content' },
    headers: { ...headersFor({ key, signal }), 'X-NXVoidOperation': true },
    signal,
  });
  return createVersion(uid, { key: `${key}.version`, signal });
}

/** Keeps the present state of a document as a version. */
export async function createVersion(uid: string, { key, signal }: Once): Promise<Doc> {
  const answer = await api.operation('Document.CreateVersion', {
    input: uid,
    params: { increment: 'Minor', saveDocument: true },
    headers: { 'Idempotency-Key': key },
    signal,
  });
  return oneDocument(answer);
}

function oneDocument(answer: Awaited<ReturnType<typeof api.operation<'FileManager.Import'>>>): Doc {
  const document = answer && 'entries' in answer ? answer.entries[0] : answer;
  if (document?.['entity-type'] !== 'document') {
    throw new Error('the server has returned no document');
  }
  return storedDocument(document);
}

/** Takes the folder of that title if there is one, so that it can be asked for again. */
export async function ensureFolder(
  parent: string,
  title: string,
  signal: AbortSignal,
): Promise<Doc> {
  const answer = await api.operation('FileManager.CreateFolder', {
    input: parent,
    params: { title, overwrite: true },
    signal,
  });
  return oneDocument(answer);
}

/** As `ensureFolder`, where folders are of another type. The caller has looked for one of that title. */
export async function createContainer(
  {
    parent,
    type,
    title,
  }: { readonly parent: string; readonly type: string; readonly title: string },
  { key, signal }: Once,
): Promise<Doc> {
  const answer = await api.operation('Document.Create', {
    input: parent,
    params: { type, name: nameFor(title), properties: { 'dc:title': title } },
    headers: { 'Idempotency-Key': key },
    signal,
  });
  return oneDocument(answer);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The children of a folder that have one of the names as title, or as name of their file. */
export async function childrenNamed(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly Doc[]> {
  const spellings = new Set(names.flatMap((name) => [name, name.normalize('NFC')]));
  const list = [...spellings].map(quoted).join(', ');
  const answer = await api.operation('Repository.Query', {
    params: {
      query: `SELECT * FROM Document WHERE ecm:parentId = ${quoted(folder)} AND ecm:isTrashed = 0
        AND ecm:isVersion = 0 AND (dc:title IN (${list}) OR file:content/name IN (${list}))`,
    },
    headers: { properties: 'file' },
    signal,
  });
  return answer ? answer.entries.map(storedDocument) : [];
}

/** What the user may do in a folder, and what can be in it. */
export async function folderWithPermissions(uid: string, signal?: AbortSignal): Promise<Doc> {
  const headers = { 'enrichers.document': 'permissions,subtypes' };
  return storedDocument(await api.GET('/api/v1/id/{id}', { path: { id: uid }, headers, signal }));
}

/** Moves documents to the trash, with all that is in them. */
export async function trashAll(uids: readonly string[]): Promise<void> {
  for (let at = 0; at < uids.length; at += 100) {
    await api.operation('Document.Trash', {
      input: `docs:${uids.slice(at, at + 100).join(',')}`,
      headers: { 'X-NXVoidOperation': true },
    });
  }
}
