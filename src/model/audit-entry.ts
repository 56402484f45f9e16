/** One entry of the audit: what happened, to what, by whom and when. */
export interface AuditEntry {
  readonly id: number;
  readonly eventId: string;
  readonly category: string | null;
  readonly principalName: string | null;
  readonly comment: string | null;
  readonly documentId: string | null;
  readonly documentType: string | null;
  readonly documentPath: string | null;
  readonly lifecycleState: string | null;
  readonly eventMs: number;
  /** When the entry was made, which may be later than the event. */
  readonly loggedMs: number;
  readonly extended: Readonly<Record<string, unknown>>;
}
