import type { UploadProblem } from './problem.ts';

/** The folder that something was dropped on. */
export interface UploadTarget {
  readonly uid: string;
  readonly title: string;
}

/** What tells a file of the user's disk from others, also after the page was loaded again. */
export interface FileFacts {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Where the server keeps the content until the document is made. */
export interface UploadPlace {
  readonly batch: string;
  readonly index: number;
}

/** What to do where a document of that name is there already. */
export type ConflictAnswer = 'keep-both' | 'new-version' | 'skip';

/** A document that has the name of a file which is uploaded. */
export interface ExistingDocument {
  readonly uid: string;
  readonly title: string;
  readonly isNote: boolean;
  readonly isCheckedOut: boolean;
  readonly size: number | undefined;
  readonly lastModified: string | undefined;
}

/** A document that an upload has made or changed. */
export interface UploadedDocument {
  readonly uid: string;
  readonly path: string;
  readonly facets: readonly string[];
  readonly isVersion: boolean;
}

export type UploadState =
  | 'waiting'
  | 'running'
  /** There is a document of that name: the user is asked. */
  | 'asking'
  | 'paused'
  | 'failed'
  /** The page was loaded again, or the file was moved: its content must be chosen again. */
  | 'lost'
  | 'done'
  | 'skipped';

/** A file, or an empty folder, on its way. The engine changes it; others only read. */
export interface Upload {
  readonly id: string;
  /** What was dropped together. */
  readonly group: string;
  readonly kind: 'file' | 'folder';
  readonly target: UploadTarget;
  /** Names of the folders between the target and the file. */
  readonly folders: readonly string[];
  readonly facts: FileFacts;
  file: File | undefined;
  /** What the document is called. */
  name: string;
  state: UploadState;
  /** Those that the user has started again go first. */
  isUrgent: boolean;
  /** Something has failed while it went along with others: what may have been made of it is looked up. */
  isAlone: boolean;
  /** Whether it is known that its name is free, or what to do. */
  isChecked: boolean;
  answer: ConflictAnswer | undefined;
  existing: ExistingDocument | undefined;
  place: UploadPlace | undefined;
  /** The server had dropped what was sent before. */
  hasStartedAgain: boolean;
  /** Bytes of requests that the server has answered. */
  confirmedBytes: number;
  /** Bytes of requests that are under way. */
  flyingBytes: number;
  error: unknown;
  document: UploadedDocument | undefined;
}

export interface NewUpload extends Pick<Upload, 'group' | 'kind' | 'target' | 'folders' | 'facts'> {
  readonly file?: File | undefined;
  /** Why there is no file. */
  readonly problem?: UploadProblem;
}

/** Ids also exist where the page has no secure connection, in which browsers have no `randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function createUpload({ problem, ...given }: NewUpload, id = newId()): Upload {
  return {
    ...given,
    id,
    file: given.file,
    name: given.facts.name,
    state: problem ? 'failed' : 'waiting',
    isUrgent: false,
    isAlone: false,
    isChecked: false,
    answer: undefined,
    existing: undefined,
    place: undefined,
    hasStartedAgain: false,
    confirmedBytes: 0,
    flyingBytes: 0,
    error: problem,
    document: undefined,
  };
}

export function factsOf({ name, size, lastModified }: File): FileFacts {
  return { name, size, modified: lastModified };
}

export function isFinished({ state }: Upload): boolean {
  return state === 'done' || state === 'skipped';
}

/** Whether it goes on without the user. */
export function isActive({ state }: Upload): boolean {
  return state === 'waiting' || state === 'running';
}

/** What is shown as sent: content that is only on its way never counts as a whole. */
export function shownBytes({ state, facts, confirmedBytes, flyingBytes }: Upload): number {
  if (state === 'done' || state === 'skipped') return facts.size;
  return Math.min(facts.size, confirmedBytes + flyingBytes * 0.9);
}
