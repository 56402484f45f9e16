import { type DocumentId, newDocumentId } from '../../base/ids.ts';
import type { BlobStore, StagedBlob } from '../../blobs/blob-store.ts';
import { importedType } from '../../content/imported-types.ts';
import { detectMimeType, importRule } from '../../content/mime-types.ts';
import { noteBytesMax } from '../../content/note-text.ts';
import { sniffedBytesMax } from '../../content/sniff-mime-type.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue, type Properties } from '../../model/value.ts';
import { blobValueOf, type StoredContent } from '../../repository/attachments/blobs.ts';
import { SourceError, type SourceFile, textOf, withSourceFile } from './source-file.ts';
import type { WalkedEntry } from './walk.ts';

export interface MeasuredEntry extends WalkedEntry {
  /** Zero for folders. */
  readonly sizeBytes: number;
}

/** A document to be created from an entry; `staged` is its content. */
export interface Creation {
  readonly id: DocumentId;
  readonly entry: MeasuredEntry;
  readonly type: string;
  readonly properties: Properties;
  readonly staged: StagedBlob | null;
}

/** New content for an existing document. */
export interface Update {
  readonly entry: MeasuredEntry;
  readonly document: Document;
  readonly properties: Properties;
  readonly staged: StagedBlob | null;
}

export type Examined =
  | { readonly kind: 'create'; readonly creation: Creation }
  | { readonly kind: 'update'; readonly update: Update }
  /** The document exists and is the same, or the entry is an existing folder. */
  | { readonly kind: 'keep' };

interface ExamineContext {
  readonly blobs: BlobStore;
  /** Nothing may be stored. */
  readonly isDryRun: boolean;
}

/**
 * Determines what to do with an entry and stages its content, which is still to be committed.
 *
 * @throws SourceError when the entry cannot be imported; other errors are those of the store
 */
export async function examine(
  context: ExamineContext,
  entry: MeasuredEntry,
  existing: Document | undefined,
): Promise<Examined> {
  if (existing?.proxyTarget) throw refusal(existing, 'a proxy');
  if (entry.folder) return examineFolder(entry, existing);
  return withSourceFile(entry.source, (file) =>
    existing
      ? examineChange(context, { entry, file, document: existing })
      : examineNew(context, { entry, file }),
  );
}

function refusal(document: Document, what: string): SourceError {
  return new SourceError(new Error(`${document.path} is ${what}: move one of the two`));
}

function examineFolder(entry: MeasuredEntry, existing: Document | undefined): Examined {
  if (!existing) {
    const properties = { 'dc:title': entry.fileName };
    return creationOf({ entry, type: 'Folder', properties, staged: null });
  }
  if (!isFolderish(existing)) throw refusal(existing, `a ${existing.type}, which is no folder`);
  return { kind: 'keep' };
}

interface OpenedEntry {
  readonly entry: MeasuredEntry;
  readonly file: SourceFile;
}

async function examineNew(context: ExamineContext, opened: OpenedEntry): Promise<Examined> {
  const { entry } = opened;
  const mimeType = await mimeTypeOf(opened);
  const type = importedType(mimeType);
  const title = { 'dc:title': entry.fileName };
  if (type === 'Note') {
    const text = await readText(opened);
    if (text !== undefined) {
      const properties = { ...title, 'note:note': text, 'note:mime_type': mimeType };
      return creationOf({ entry, type, properties, staged: null });
    }
  }
  const content = await takeIn(context, opened, mimeType);
  const properties = { ...title, ...content.properties };
  const fileType = type === 'Note' ? 'File' : type;
  return creationOf({ entry, type: fileType, properties, staged: content.staged });
}

function creationOf(creation: Omit<Creation, 'id'>): Examined {
  const id = creation.entry.folder?.id ?? newDocumentId();
  return { kind: 'create', creation: { ...creation, id } };
}

/** The beginning of the content is read when the name does not determine the type. */
async function mimeTypeOf({ entry, file }: OpenedEntry): Promise<string> {
  const clues = { name: entry.fileName, mimeType: null };
  if (importRule(clues) !== undefined) return detectMimeType(clues);
  return detectMimeType({ ...clues, head: await file.head(sniffedBytesMax) });
}

async function readText({ entry, file }: OpenedEntry): Promise<string | undefined> {
  if (entry.sizeBytes > noteBytesMax) return undefined;
  return textOf(await file.read(entry.sizeBytes));
}

interface TakenIn {
  readonly staged: StagedBlob | null;
  readonly properties: Properties;
}

async function takeIn(
  context: ExamineContext,
  { entry, file }: OpenedEntry,
  mimeType: string,
): Promise<TakenIn> {
  if (context.isDryRun) return { staged: null, properties: {} };
  const content = await file.content(entry.sizeBytes);
  const staged = await context.blobs.stage(content, { durable: 'later' });
  return { staged, properties: { [mainBlobXpath]: blobOf(entry, staged, mimeType) } };
}

function blobOf(entry: MeasuredEntry, content: StoredContent, mimeType: string) {
  return blobValueOf(content, {
    name: entry.fileName,
    mimeType,
    encoding: null,
  });
}

type ExistingEntry = OpenedEntry & { readonly document: Document };

async function examineChange(context: ExamineContext, existing: ExistingEntry): Promise<Examined> {
  const { document } = existing;
  if (isFolderish(document)) throw refusal(document, `a ${document.type}, which is no file`);
  if (document.shape.properties.has(mainBlobXpath)) return examineFile(context, existing);
  if (document.shape.properties.has('note:note')) return examineNote(existing);
  throw refusal(document, `a ${document.type}, which has no place for a file`);
}

async function examineFile(context: ExamineContext, existing: ExistingEntry): Promise<Examined> {
  const { entry, file, document } = existing;
  const present = document.properties[mainBlobXpath];
  const isSame =
    isBlobValue(present) &&
    present.length === entry.sizeBytes &&
    present.key === (await file.key(entry.sizeBytes));
  if (isSame) return { kind: 'keep' };
  const { staged, properties } = await takeIn(context, existing, await mimeTypeOf(existing));
  return { kind: 'update', update: { entry, document, properties, staged } };
}

async function examineNote({ entry, file, document }: ExistingEntry): Promise<Examined> {
  const text = await readText({ entry, file });
  if (text === undefined) throw refusal(document, 'a note, and the file is too large or no text');
  if (text === (document.properties['note:note'] ?? '')) return { kind: 'keep' };
  const properties = { 'note:note': text };
  return { kind: 'update', update: { entry, document, properties, staged: null } };
}
