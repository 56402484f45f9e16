import { type BlobKey, type DocumentId, newDocumentId } from '../../base/ids.ts';
import type { BlobStore, StagedBlob } from '../../blobs/blob-store.ts';
import { importedType } from '../../content/imported-types.ts';
import { detectMimeType, importRule } from '../../content/mime-types.ts';
import { noteBytesMax } from '../../content/note-text.ts';
import { sniffedBytesMax } from '../../content/sniff-mime-type.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue, type Properties } from '../../model/value.ts';
import { blobValueOf, type StoredContent } from '../../repository/attachments/blobs.ts';
import { changedProperties } from '../../repository/changes/property-rules.ts';
import { type DescriptionReader, readDescription } from './described-properties.ts';
import type { ImportTypes } from './import-task.ts';
import { findFileTypeProblem, findFolderTypeProblem, textXpath } from './import-types.ts';
import type { IntakeResult } from './intake.ts';
import type { IntakeFile } from './intake-thread-program.ts';
import { SourceError, type SourceFile, textOf, withSourceFile } from './source-file.ts';
import type { WalkedEntry } from './walk.ts';

export interface MeasuredEntry extends WalkedEntry {
  /** Zero for folders. */
  readonly sizeBytes: number;
  /** Those of the file, if its document is to have them. */
  readonly dates: Properties;
}

/** A document to be created from an entry; `staged` is its content. */
export interface Creation {
  readonly id: DocumentId;
  readonly entry: MeasuredEntry;
  readonly type: string;
  readonly properties: Properties;
  /** Dates and names of authors that the document is to have. */
  readonly kept: Properties;
  readonly staged: StagedBlob | null;
}

/** New content or metadata for an existing document. */
export interface Update {
  readonly entry: MeasuredEntry;
  readonly document: Document;
  readonly properties: Properties;
  readonly kept: Properties;
  readonly staged: StagedBlob | null;
}

export type Examined =
  | { readonly kind: 'create'; readonly creation: Creation }
  | { readonly kind: 'update'; readonly update: Update }
  /** The document exists and is the same, or the entry is an existing folder. */
  | { readonly kind: 'keep' };

export interface ExamineContext extends DescriptionReader {
  readonly blobs: BlobStore;
  readonly types: ImportTypes;
  /** Nothing may be stored. */
  readonly isDryRun: boolean;
}

/** What is known of an entry before it is examined. */
interface Known {
  readonly existing: Document | undefined;
  readonly taken: IntakeResult | undefined;
}

/**
 * Determines what to do with an entry and stages its content, which is still to be committed.
 *
 * @throws SourceError when the entry cannot be imported; other errors are those of the store
 */
export async function examine(
  context: ExamineContext,
  entry: MeasuredEntry,
  { existing, taken }: Known,
): Promise<Examined> {
  if (existing?.proxyTarget) throw refusal(existing, 'a proxy');
  const problem = entry.description?.problem;
  if (problem) throw new SourceError(new Error(problem));
  if (entry.folder) return examineFolder(context, entry, existing);
  if (taken) return examineNew(context, entry, takenContent(context, taken));
  return withSourceFile(entry.source, (file) =>
    existing
      ? examineChange(context, { entry, file, document: existing })
      : examineNew(context, entry, openedContent(context, { entry, file })),
  );
}

/** A new file that a thread can take in; undefined for others. */
export function intakeFileOf(
  context: ExamineContext,
  entry: MeasuredEntry,
): IntakeFile | undefined {
  const isSmall = !entry.folder && entry.sizeBytes <= intakeBytesMax;
  if (!isSmall || entry.description?.problem) return undefined;
  try {
    const chosen = chosenType(context, entry);
    const hasPlace = chosen === null ? null : hasPlaceForFile(context, chosen);
    return { path: entry.source, fileName: entry.fileName, hasPlace };
  } catch {
    // What is wrong is found again when the entry is examined.
    return undefined;
  }
}

/** Files of this size are whole in the memory of each thread. */
const intakeBytesMax = 512 * 1024;

export function hasPlaceForFile({ model }: Pick<ExamineContext, 'model'>, type: string): boolean {
  return model.shapeOf(type).properties.has(mainBlobXpath);
}

function refusal(document: Document, what: string): SourceError {
  return new SourceError(new Error(`${document.path} is ${what}: move one of the two`));
}

async function examineFolder(
  context: ExamineContext,
  entry: MeasuredEntry,
  existing: Document | undefined,
): Promise<Examined> {
  if (!existing) {
    const type = chosenType(context, entry) ?? 'Folder';
    return creationOf(context, { entry, type, properties: titleOf(entry), staged: null });
  }
  if (!isFolderish(existing)) throw refusal(existing, `a ${existing.type}, which is no folder`);
  return changeOf(context, { entry, document: existing, properties: {}, staged: null });
}

/** The type that the metadata or the command line asks for. */
function chosenType({ model, types }: ExamineContext, entry: MeasuredEntry): string | null {
  const given = entry.description?.type;
  if (!given) return entry.folder ? types.folder : types.file;
  const findProblem = entry.folder ? findFolderTypeProblem : findFileTypeProblem;
  const problem = findProblem(model, given.name);
  if (problem === undefined) return given.name;
  throw new SourceError(new Error(`${given.place}: ${problem}`));
}

function titleOf({ fileName }: MeasuredEntry): Properties {
  return { 'dc:title': fileName };
}

interface OpenedEntry {
  readonly entry: MeasuredEntry;
  readonly file: SourceFile;
}

/** A new file, opened here or taken in by a thread. */
interface NewContent {
  mimeType(): Promise<string>;
  /** Undefined when it is no text, or too long. */
  text(): Promise<string | undefined>;
  /** Null in a dry run. */
  stage(): Promise<StagedBlob | null>;
}

function openedContent(context: ExamineContext, opened: OpenedEntry): NewContent {
  return {
    mimeType: () => mimeTypeOf(opened),
    text: () => readText(opened),
    stage: () => stageContent(context, opened),
  };
}

function takenContent({ blobs }: ExamineContext, taken: IntakeResult): NewContent {
  if ('problem' in taken) throw new SourceError(new Error(taken.problem));
  return {
    mimeType: async () => taken.mimeType,
    text: async () => ('bytes' in taken ? textOf(taken.bytes) : undefined),
    stage: async () =>
      'bytes' in taken ? blobs.stage(taken.bytes, { durable: 'later' }) : taken.staged,
  };
}

async function examineNew(
  context: ExamineContext,
  entry: MeasuredEntry,
  content: NewContent,
): Promise<Examined> {
  const mimeType = await content.mimeType();
  const chosen = chosenType(context, entry);
  const type = chosen ?? importedType(mimeType);
  const hasPlace = hasPlaceForFile(context, type);
  if (!hasPlace) {
    const text = await content.text();
    if (text !== undefined) {
      const properties = { ...titleOf(entry), [textXpath]: text, 'note:mime_type': mimeType };
      return creationOf(context, { entry, type, properties, staged: null });
    }
    if (chosen !== null) {
      throw new SourceError(
        new Error(`it is too large or no text, which a ${type} holds: choose another type`),
      );
    }
  }
  const staged = await content.stage();
  const properties = { ...titleOf(entry), ...filePropertiesOf(entry, staged, mimeType) };
  const fileType = hasPlace ? type : 'File';
  return creationOf(context, { entry, type: fileType, properties, staged });
}

async function creationOf(
  context: ExamineContext,
  creation: Omit<Creation, 'id' | 'kept'>,
): Promise<Examined> {
  const { entry, type } = creation;
  const id = entry.folder?.id ?? newDocumentId();
  const shape = context.model.shapeOf(type);
  const present = creation.properties;
  const described = await describedOf(context, creation, { shape, present });
  const properties = { ...present, ...described.properties };
  const kept = keptOf(shape, { ...entry.dates, ...described.kept });
  return { kind: 'create', creation: { ...creation, id, properties, kept } };
}

/** Without a usable description the staged content is not needed. */
async function describedOf(
  context: ExamineContext,
  { entry, staged }: Pick<Creation, 'entry' | 'staged'>,
  target: { readonly shape: DocumentShape; readonly present: Properties },
): Promise<{ readonly properties: Properties; readonly kept: Properties }> {
  if (!entry.description) return { properties: {}, kept: {} };
  try {
    return await readDescription(context, entry.description, target);
  } catch (error) {
    await staged?.discard();
    throw error;
  }
}

function keptOf({ properties }: DocumentShape, kept: Properties): Properties {
  return Object.fromEntries(Object.entries(kept).filter(([key]) => properties.has(key)));
}

/** An update if the content or a described value differs. The dates of a file come with its content. */
async function changeOf(context: ExamineContext, change: Omit<Update, 'kept'>): Promise<Examined> {
  const { entry, document } = change;
  const { shape } = document;
  const present = { ...document.properties, ...change.properties };
  const described = await describedOf(context, change, { shape, present });
  const properties = { ...change.properties, ...described.properties };
  if (Object.keys(changedProperties(shape, document.properties, properties)).length === 0) {
    return { kind: 'keep' };
  }
  const hasNewContent = Object.keys(change.properties).length > 0;
  const kept = keptOf(shape, { ...(hasNewContent ? entry.dates : {}), ...described.kept });
  return { kind: 'update', update: { ...change, properties, kept } };
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

/** Null in a dry run. */
async function stageContent(
  { blobs, isDryRun }: ExamineContext,
  { entry, file }: OpenedEntry,
): Promise<StagedBlob | null> {
  if (isDryRun) return null;
  return blobs.stage(await file.content(entry.sizeBytes), { durable: 'later' });
}

function filePropertiesOf(
  entry: MeasuredEntry,
  staged: StagedBlob | null,
  mimeType: string,
): Properties {
  const content = staged ?? { ...noDigest, sizeBytes: entry.sizeBytes };
  return { [mainBlobXpath]: blobOf(entry, content, mimeType) };
}

/** In a dry run files are not read, and nothing is stored. */
const noDigest = { key: '' as BlobKey, digest: '', digestAlgorithm: 'SHA-256' } as const;

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
  if (document.shape.properties.has(textXpath)) return examineNote(context, existing);
  throw refusal(document, `a ${document.type}, which has no place for a file`);
}

async function examineFile(context: ExamineContext, existing: ExistingEntry): Promise<Examined> {
  const { entry, file, document } = existing;
  const present = document.properties[mainBlobXpath];
  const isSame =
    isBlobValue(present) &&
    present.length === entry.sizeBytes &&
    present.key === (await file.key(entry.sizeBytes));
  if (isSame) return changeOf(context, { entry, document, properties: {}, staged: null });
  const mimeType = await mimeTypeOf(existing);
  const staged = await stageContent(context, existing);
  const properties = filePropertiesOf(entry, staged, mimeType);
  return changeOf(context, { entry, document, properties, staged });
}

async function examineNote(
  context: ExamineContext,
  { entry, file, document }: ExistingEntry,
): Promise<Examined> {
  const text = await readText({ entry, file });
  if (text === undefined) throw refusal(document, 'a note, and the file is too large or no text');
  const isSame = text === (document.properties[textXpath] ?? '');
  const properties = isSame ? {} : { [textXpath]: text };
  return changeOf(context, { entry, document, properties, staged: null });
}
