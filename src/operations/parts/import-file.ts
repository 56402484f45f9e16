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

interface FileImport {
  readonly container: WorkingDocument;
  /** The name of the file counts more than the type its sender gave. */
  readonly detectsType: boolean;
  /** Takes a document made of a file of that name before, where there is one. */
  readonly overwrites: boolean;
  readonly properties?: PropertyMap;
}

/**
 * Makes a document of a file: a note of a text, and of anything else what its type stands for.
 *
 * @throws AppError permission.denied, operation.failed when such a document does not belong there,
 *   property.invalid and as `createDocument` and `updateDocument`
 */
async function importFile(
  context: OperationContext,
  blob: OperationBlob,
  task: FileImport,
): Promise<WorkingDocument> {
  const file = await readFile(context, blob, task);
  await requireRoomFor(context, task.container, file.plan.type);
  const content = await contentOf(context, blob, file);
  const existing = task.overwrites ? await findExisting(context, blob, { task, file }) : undefined;
  return existing
    ? overwrite(context, existing, { content, task })
    : create(context, blob, { content, task, type: file.plan.type });
}

/** What a note gets of a file. @throws AppError operation.failed for files that are no notes */
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

interface ExaminedFile {
  readonly plan: ImportPlan;
  readonly note?: Properties;
}

/** What calls itself a text and is none stays a file. */
async function readFile(
  context: OperationContext,
  blob: OperationBlob,
  { detectsType }: Pick<FileImport, 'detectsType'>,
): Promise<ExaminedFile> {
  const head = detectsType ? await headOf(context, blob) : {};
  const { name, mimeType, sizeBytes } = blob;
  const file = { name, mimeType, sizeBytes, ...head };
  const plan = planImport(context.repository.model, file, { detectsType });
  if (!plan.isNote) return { plan };
  const bytes = await buffer(await context.openBlob(blob));
  const note = noteContent(plan, bytes, blob.encoding);
  return note ? { plan, note } : { plan: planAsFile(plan) };
}

/** Read only where name and sender leave open what the file is, and no further than needed. */
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

/** Notes, audio and video have no file name that counts, so they are known by their title. */
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
