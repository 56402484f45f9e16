/** What this process has done to the documents of large folders since its start. */
export class SubtreeCounts {
  /** Rows written or removed for pending changes. */
  changeRows = 0;
  /** Documents done by tasks. */
  taskDocuments = 0;
}
