import type { Destination } from './folders.ts';
import type { ConflictAnswer, UploadTarget } from './upload.ts';

/** What was dropped together. */
export interface Group {
  readonly id: string;
  readonly target: UploadTarget;
  /** More of it may come. */
  isReading: boolean;
  /** What is not read yet is not wanted. */
  isCancelled: boolean;
  /** For all conflicts that are found from now on. */
  answer: ConflictAnswer | undefined;
  /** New documents, without those that are in new folders. */
  readonly made: Made[];
}

interface Made {
  readonly uid: string;
  readonly parent: string;
}

export function createGroup(id: string, target: UploadTarget): Group {
  return { id, target, isReading: false, isCancelled: false, answer: undefined, made: [] };
}

/** What undo has to remove: what is in a new folder goes with it. */
export function noteMade(group: Group, uid: string, folder: Destination | undefined): void {
  if (folder && !folder.isNew) group.made.push({ uid, parent: folder.uid });
}
