import { AppError } from '../../base/errors/app-error.ts';
import { randomDigits } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import type { Document } from '../../model/document.ts';
import { parentPath } from '../../model/document-path.ts';
import type { ComplexValue, Properties, PropertyValue } from '../../model/value.ts';
import type { TaskState } from '../../model/workflow/workflow-state.ts';
import { stampCreation, stampModification } from '../changes/dublincore.ts';
import { insertDocuments } from '../changes/insert-documents.ts';
import { saveContent } from '../changes/save-content.ts';
import { newRow } from '../editing/create-document.ts';
import { type DocumentRow, documentFromRow } from '../sql/document-row.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { ensureTaskRoot } from './workflow-roots.ts';

/** What the document of a task shows. */
export interface TaskDescription {
  /** The name of the task for users, a key of translations. */
  readonly name: string;
  readonly nodeId: string;
  readonly type: string;
  readonly instanceId: string | null;
  readonly modelName: string | null;
  readonly initiator: string;
  /** As they were given, also with the prefixes `user:` and `group:`. */
  readonly actors: readonly string[];
  readonly documentIds: readonly string[];
  readonly directive: string | null;
  readonly description: string | null;
  readonly dueMs: number | null;
  /** The first comment, of the user who makes the task. */
  readonly comment?: string | null;
  /** Shown as `nt:task_variables`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The place of the documents of tasks, as new ones need it. */
export type TaskPlace = Pick<Document, 'id' | 'path' | 'aclId'>;

/** Must be called with the tree locked. The documents in the order of the tasks. */
export async function insertTaskDocuments(
  unit: WriteUnit,
  tasks: readonly TaskDescription[],
  place: TaskPlace | null,
): Promise<readonly Document[]> {
  const parent = place ?? (await ensureTaskRoot(unit));
  const rows = tasks.map((task) => rowOf(unit, { task, parent }));
  if (await insertDocuments(unit, { rows, eventId: null })) {
    return rows.map((row) => documentFromRow(unit.model, row));
  }
  throw new AppError('document.too-many-collisions', 'No free name for a task');
}

/** That of a task that is there, without reading its folder; null if that could differ. */
export function placeOf({ parentId, path, ownAcls, aclId }: Document): TaskPlace | null {
  if (parentId === null || path === null || ownAcls.length > 0) return null;
  return { id: parentId, path: parentPath(path), aclId };
}

function rowOf(
  unit: UnitContext,
  { task, parent }: { readonly task: TaskDescription; readonly parent: TaskPlace },
): DocumentRow {
  const type = unit.model.getType(task.type);
  const properties = stampCreation(unit.model.shapeOf(type.name), unit, propertiesOf(unit, task));
  // Tasks of a node have the same name for users.
  const name = `${task.nodeId || 'task'}.${randomDigits(14)}`;
  return newRow(unit, { parent: parent as Document, name, type, properties, position: null });
}

function propertiesOf(unit: UnitContext, task: TaskDescription): Properties {
  return {
    ...withComment(unit, { properties: {} }, task.comment),
    'dc:title': task.name,
    'dc:description': task.description,
    'nt:name': task.name,
    'nt:type': task.nodeId,
    'nt:processId': task.instanceId,
    'nt:processName': task.modelName,
    'nt:initiator': task.initiator,
    'nt:actors': task.actors,
    'nt:targetDocumentId': task.documentIds[0] ?? null,
    'nt:targetDocumentsIds': task.documentIds,
    'nt:directive': task.directive,
    'nt:dueDate': task.dueMs,
    'nt:task_variables': Object.entries(task.variables).map(([key, value]) => ({ key, value })),
  };
}

interface TaskChange {
  readonly document: Document;
  readonly state?: TaskState;
  readonly properties?: Properties;
  /** Added as the user's; nothing if empty. */
  readonly comment?: string | null;
}

/** The document must have been read for update in this unit. */
export function saveTaskDocument(
  unit: WriteUnit,
  { document, state = document.state as TaskState, properties, comment }: TaskChange,
): Promise<Document> {
  const changed = {
    ...document.properties,
    ...properties,
    ...withComment(unit, document, comment),
  };
  return saveContent(unit, {
    document,
    change: { state, properties: stampModification(document.shape, unit, changed) },
  });
}

function withComment(
  { principal, nowMs }: UnitContext,
  { properties }: Pick<Document, 'properties'>,
  comment: string | null | undefined,
): Properties {
  if (comment === undefined || comment === null || comment === '') return {};
  const before = properties['nt:taskComments'];
  const added: ComplexValue = { author: principal.username, text: comment, creationDate: nowMs };
  const all: PropertyValue[] = [...(Array.isArray(before) ? before : []), added];
  return { 'nt:taskComments': all };
}

/** @throws AppError request.invalid for a comment that is too long */
export function checkTaskComment(comment: string | null): void {
  if (comment === null || comment.length <= limits.commentLengthMax) return;
  throw new AppError(
    'request.invalid',
    `comment: has ${comment.length} characters; use at most ${limits.commentLengthMax}`,
  );
}
