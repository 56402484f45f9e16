import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { auditHook } from './audit.ts';
import { blobReferencesHook } from './blob-references.ts';
import type {
  AuthoredContent,
  ChangeHook,
  DocumentEvents,
  InsertedDocument,
  SavedDocument,
} from './change-hook.ts';
import { commentEntriesHook } from './comment-entries.ts';
import { listenersHook } from './listeners.ts';
import { mediaHook } from './media.ts';
import { noteThumbnailsHook } from './note-thumbnails.ts';
import { notificationsHook } from './notifications.ts';
import { recordsHook } from './records.ts';
import { renditionsHook } from './renditions.ts';
import { validationHook } from './validation.ts';
import { wordsHook } from './words.ts';
import { workflowDocumentsHook } from './workflow-documents.ts';

/** In the order in which they run. A new consequence of changes is added here. */
const hooks: readonly ChangeHook[] = [
  commentEntriesHook,
  workflowDocumentsHook,
  validationHook,
  blobReferencesHook,
  recordsHook,
  renditionsHook,
  mediaHook,
  noteThumbnailsHook,
  wordsHook,
  auditHook,
  notificationsHook,
  listenersHook,
];

/** @throws AppError property.read-only, property.violation */
export async function requireAcceptable(unit: ReadUnit, content: AuthoredContent): Promise<void> {
  for (const hook of hooks) await hook.before?.(unit, content);
}

export async function followInsertion(
  unit: WriteUnit,
  inserted: readonly InsertedDocument[],
): Promise<void> {
  for (const hook of hooks) await hook.inserted?.(unit, inserted);
}

export async function followSave(unit: WriteUnit, saved: SavedDocument): Promise<void> {
  unit.known.documentChanges += 1;
  for (const hook of hooks) await hook.saved?.(unit, saved);
}

/** Calls the hooks for an event of documents that are stored, or were just removed. */
export async function announce(unit: WriteUnit, events: DocumentEvents): Promise<void> {
  unit.known.documentChanges += 1;
  for (const hook of hooks) await hook.announced?.(unit, events);
}
