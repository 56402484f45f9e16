import type { Doc } from '../api/types.ts';

/** Why an upload cannot go on, where neither the server nor the network has said so. */
export class UploadProblem extends Error {
  override readonly name = 'UploadProblem';
  readonly reason: 'unreadable' | 'not-allowed' | 'folder-among-many';

  constructor(reason: UploadProblem['reason']) {
    super();
    this.reason = reason;
  }
}

/** What was given cannot be kept in the folder; nothing of it has been sent. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly folder: Doc;
  readonly count: number;

  constructor(folder: Doc, count: number) {
    super();
    this.folder = folder;
    this.count = count;
  }
}
