import type { WriteHandle } from '../../storage/database.ts';
import type { Session } from '../unit/session.ts';
import { auditHook } from './audit.ts';
import { blobReferencesHook } from './blob-references.ts';
import type {
  AuthoredContent,
  ChangeHook,
  DocumentEvents,
  InsertedDocument,
  SavedDocument,
} from './change-hook.ts';
import { validationHook } from './validation.ts';
import { wordsHook } from './words.ts';

/** In the order in which they run. A new consequence of changes is a line here. */
const hooks: readonly ChangeHook[] = [validationHook, blobReferencesHook, wordsHook, auditHook];

/** @throws AppError property.read-only, property.violation */
export function requireAcceptable(session: Session, content: AuthoredContent): void {
  for (const hook of hooks) hook.before?.(session, content);
}

export async function followInsertion(
  handle: WriteHandle,
  session: Session,
  inserted: readonly InsertedDocument[],
): Promise<void> {
  for (const hook of hooks) await hook.inserted?.(handle, session, inserted);
}

export async function followSave(
  handle: WriteHandle,
  session: Session,
  saved: SavedDocument,
): Promise<void> {
  for (const hook of hooks) await hook.saved?.(handle, session, saved);
}

/** Tells the hooks what happened to documents that are stored, or just gone. */
export async function announce(
  handle: WriteHandle,
  session: Session,
  events: DocumentEvents,
): Promise<void> {
  for (const hook of hooks) await hook.announced?.(handle, session, events);
}
