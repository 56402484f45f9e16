/** Why an upload cannot go on, where neither the server nor the network has said so. */
export class UploadProblem extends Error {
  override readonly name = 'UploadProblem';
  readonly reason: 'unreadable' | 'not-allowed';

  constructor(reason: UploadProblem['reason']) {
    super();
    this.reason = reason;
  }
}
