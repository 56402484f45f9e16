import { buffer } from 'node:stream/consumers';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob, PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import { importRule } from '../../content/mime-types.ts';
import { sniffedBytesMax } from '../../content/sniff-mime-type.ts';
import { nameOfUnnamedBlob, type Properties } from '../../model/value.ts';
import { createDocument } from '../../repository/editing/create-document.ts';
import {
  fileContent,
  type ImportPlan,
  nameFromTitle,
  noteContent,
  planAsFile,
  planImport,
} from '../../repository/editing/imported-file.ts';
import { closestContainer, findForOverwrite, requireRoomFor } from './containers.ts';
import { importArchive, isExportArchive } from './import-archive.ts';

interface FileImport {
  readonly container: WorkingDocument;
  /** The name of the file has priority over the type that was sent. */
  readonly detectsType: boolean;
  /** Updates a document that was created from a file of that name before, if there is one. */
  readonly overwrites: boolean;
  readonly properties?: PropertyMap;
  /** Texts and archives stay files. */
  readonly keepsFiles?: boolean;
}

/**
 * Creates a document from a file: a note from a text, otherwise one of the type for its MIME type.
 *
 * @throws AppError permission.denied, operation.failed when such a document is not allowed there,
 *   property.invalid and as `createDocument` and `updateDocument`
 */
async function importFile(
  context: OperationContext,
  blob: OperationBlob,
  task: FileImport,
): Promise<WorkingDocument> {
  const file = await readFile(context, blob, task);
  if (!task.keepsFiles && isZip(file) && (await isExportArchive(context, blob))) {
    return withGiven(context, await importArchive(context, blob, task.container), task);
  }
  await requireRoomFor(context, task.container, file.plan.type);
  const content = await contentOf(context, blob, file);
  const existing = task.overwrites ? await findExisting(context, blob, { task, file }) : undefined;
  return existing
    ? overwrite(context, existing, { content, task })
    : create(context, blob, { content, task, type: file.plan.type });
}

/** The content of a note from a file. @throws AppError operation.failed for files that are not text */
export async function readNote(
  context: OperationContext,
  blob: OperationBlob,
): Promise<Properties> {
  const { note } = await readFile(context, blob, { detectsType: true });
  if (note) return note;
  throw operationFailed(`${blob.name}: is too large or no text, and a note holds nothing else`);
}

/** One after the other, into the container or the closest one above it. */
export async function importFiles(
  context: OperationContext,
  blobs: readonly OperationBlob[],
  task: FileImport,
): Promise<readonly WorkingDocument[]> {
  const container = await closestContainer(context, task.container);
  const documents: WorkingDocument[] = [];
  for (const blob of blobs) {
    await context.takeTurn();
    documents.push(await importFile(context, blob, { ...task, container }));
  }
  return documents;
}

function isZip({ plan: { mimeType } }: ExaminedFile): boolean {
  return mimeType === 'application/zip';
}

/** The document with the properties that were sent with its file. */
async function withGiven(
  context: OperationContext,
  document: WorkingDocument,
  { properties }: FileImport,
): Promise<WorkingDocument> {
  if (!properties || properties.size === 0) return document;
  const changes = await context.readProperties(properties, {
    shape: document.shape,
    current: document.properties,
  });
  return saveChanges(context, document, { changes, saves: true });
}

interface ExaminedFile {
  readonly plan: ImportPlan;
  readonly note?: Properties;
}

/** A declared text that is not text stays a file. */
async function readFile(
  context: OperationContext,
  blob: OperationBlob,
  { detectsType, keepsFiles }: Pick<FileImport, 'detectsType' | 'keepsFiles'>,
): Promise<ExaminedFile> {
  const head = detectsType ? await headOf(context, blob) : {};
  const { name, mimeType, sizeBytes } = blob;
  const file = { name, mimeType, sizeBytes, ...head };
  const plan = planImport(context.repository.model, file, { detectsType });
  if (!plan.isNote) return { plan };
  if (keepsFiles) return { plan: planAsFile(plan) };
  const bytes = await buffer(await context.openBlob(blob));
  const note = noteContent(plan, bytes, blob.encoding);
  return note ? { plan, note } : { plan: planAsFile(plan) };
}

/** Read only if name and declared type do not determine the type, and no further than needed. */
async function headOf(
  context: OperationContext,
  blob: OperationBlob,
): Promise<{ readonly head?: Uint8Array }> {
  if (importRule(blob) !== undefined) return {};
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of await context.openBlob(blob)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= sniffedBytesMax) break;
  }
  return { head: Buffer.concat(chunks) };
}

async function contentOf(
  context: OperationContext,
  blob: OperationBlob,
  { plan, note }: ExaminedFile,
): Promise<Properties> {
  return note ?? fileContent(plan, await context.storeBlob(blob));
}

/** Notes, audio and video have no file name to compare, so they are found by their title. */
const typesByFileName = new Set(['File', 'Picture']);

async function findExisting(
  context: OperationContext,
  { name }: OperationBlob,
  { task, file }: { task: FileImport; file: ExaminedFile },
): Promise<WorkingDocument | undefined> {
  const { type } = file.plan;
  const wanted = name ?? nameOfUnnamedBlob;
  return findForOverwrite(context, {
    parentId: task.container.id,
    types: [type],
    by: typesByFileName.has(type) ? { fileName: wanted } : { title: wanted },
  });
}

interface Imported {
  readonly content: Properties;
  readonly task: FileImport;
}

async function overwrite(
  context: OperationContext,
  existing: WorkingDocument,
  { content, task }: Imported,
): Promise<WorkingDocument> {
  const present = await lockForChange(context, existing);
  const current = { ...present.properties, ...content };
  const given = await context.readProperties(task.properties ?? new Map(), {
    shape: present.shape,
    current,
  });
  return saveChanges(context, present, { changes: { ...content, ...given }, saves: true });
}

async function create(
  context: OperationContext,
  { name }: OperationBlob,
  { content, task, type }: Imported & { readonly type: string },
): Promise<WorkingDocument> {
  const title = name ?? nameOfUnnamedBlob;
  const planned = { 'dc:title': title, ...content };
  const given = await context.readProperties(task.properties ?? new Map(), {
    shape: context.repository.model.shapeOf(type),
    current: planned,
  });
  return context.write((unit) =>
    createDocument(unit, {
      parentId: task.container.id,
      name: nameFromTitle(title),
      type,
      properties: { ...planned, ...given },
    }),
  );
}
