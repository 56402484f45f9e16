import type { ColumnType, Generated } from 'kysely';
import type { AclKey } from '../model/pending-tree.ts';
import type { BulkTables } from './bulk-tables.ts';
import type { CollectionTables } from './collection-tables.ts';
import type { CommentTables } from './comment-tables.ts';
import type { ContentMigrationTable } from './content-migration-table.ts';
import type { ConversionTable } from './conversion-table.ts';
import type { CopyTables } from './copy-tables.ts';
import type { CsvImportTables } from './csv-import-tables.ts';
import type { DirectoryTables } from './directory-tables.ts';
import type { DriveRootTable } from './drive-table.ts';
import type {
  JobTable,
  SchedulerStateTable,
  ScheduleTable,
  StoppedKindTable,
} from './job-tables.ts';
import type { MailTables } from './mail-tables.ts';
import type { MediaWorkTable } from './media-work-table.ts';
import type { ServerNodeTable } from './node-table.ts';
import type { NoteThumbnailTable } from './note-thumbnail-table.ts';
import type { RateLevelTable } from './rate-table.ts';
import type { RenditionTable } from './rendition-table.ts';
import type { SecurityRevisionTable, SharedChangeTable } from './security-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';
import type { UploadTables } from './upload-tables.ts';
import type { WorkflowTables } from './workflow-tables.ts';

/**
 * Rows as both engines return them: flags are 0 or 1, instants epoch milliseconds, JSON columns text
 * (TEXT on SQLite, JSONB on PostgreSQL, read as text so that 64-bit integers are kept exactly).
 */
export interface DocumentTable {
  id: string;
  /** Null for the root and for versions. */
  parent_id: string | null;
  /** Unique under the parent; empty for the root. */
  name: string;
  /** Materialised absolute path; null for versions, which share their live document's. */
  path: string | null;
  primary_type: string;
  /** JSON array of the facets added to this document only; null when none. */
  instance_facets: string | null;
  lifecycle_state: string;
  /** Order among siblings of an orderable folder. */
  position: number | null;
  /** JSON object `prefix:field` → stored value; unset properties are left out. */
  properties: string;
  /** Copies of properties that queries sort and filter by. */
  title_key: string;
  creator: string | null;
  created_at: number | null;
  modified_at: number | null;
  /** JSON array of the document's own ACLs; null when it has none. */
  own_acl: string | null;
  /** The interned effective ACL. As read, with the pending changes of the tree. */
  acl_id: AclKey;
  is_trashed: number;
  lock_owner: string | null;
  lock_created_at: number | null;
  /** First number of the change token: grows with every stored change. */
  system_token: number;
  /** Second number: grows with changes whose author sent a token. */
  user_token: number;
  is_version: number;
  is_checked_out: number;
  /** Id of the live document whose history this row belongs to (its own id when live). */
  series_id: string;
  /** Version the live document was last checked in as or restored from. */
  base_version_id: string | null;
  version_created_at: number | null;
  is_latest_version: number;
  is_latest_major_version: number;
  /** Of versions: why it was made, if its author gave a reason. */
  version_description: string | null;
  /** Target of a proxy; null for other documents. */
  proxy_target_id: string | null;
  /** The last change of the tree that is in the path, the ACL and the flag of the trash. */
  tree_seq: number;
}

/** In the order of the interface. */
export const documentColumns = [
  'id',
  'parent_id',
  'name',
  'path',
  'primary_type',
  'instance_facets',
  'lifecycle_state',
  'position',
  'properties',
  'title_key',
  'creator',
  'created_at',
  'modified_at',
  'own_acl',
  'acl_id',
  'is_trashed',
  'lock_owner',
  'lock_created_at',
  'system_token',
  'user_token',
  'is_version',
  'is_checked_out',
  'series_id',
  'base_version_id',
  'version_created_at',
  'is_latest_version',
  'is_latest_major_version',
  'version_description',
  'proxy_target_id',
  'tree_seq',
] as const satisfies readonly (keyof DocumentTable)[];

/** One row, id 1: grows with every change of `pending_change`. */
interface TreeStateTable {
  id: number;
  revision: number;
}

/** Of work on a large folder. */
interface FailureColumns {
  /** Attempts that failed since the last one that succeeded. */
  failures: number;
  last_error: string | null;
  /** When it is tried again; null without failures. */
  retry_at: number | null;
}

/** Changes of subtrees that are not written to all rows yet; see `PendingTree`. */
export interface PendingChangeTable extends FailureColumns {
  seq: number;
  kind: string;
  /** The document at the top, whose own row has the change. */
  document_id: string;
  path: string;
  new_path: string | null;
  old_acl: number | null;
  new_acl: number | null;
  is_trashed: number | null;
  removes: string;
  principal_name: string;
  created_at: number;
  /** Rows done so far: written, or found with the change already. */
  rewritten: number;
  /** Rows to write, once they are counted. */
  total: number | null;
  /** The stored path of the last row that was written; rows are written from the last path to the first. */
  position: string | null;
  /** Of a copy that is not complete: when it is given up unless it goes on. Null otherwise. */
  expires_at: number | null;
}

/** What follows from a change of a large folder, and is done to its documents in slices. */
export interface SubtreeTaskTable extends FailureColumns {
  id: string;
  kind: string;
  document_id: string;
  /** JSON, as plain text on both engines. */
  details: string;
  principal_name: string;
  created_at: number;
  /** Documents done so far. */
  done: number;
  position: string | null;
}

/** Interned effective ACLs: own entries on top of a parent row. Rows never change. */
export interface AclTable {
  /** Derived from the content, so the id of an effective ACL never changes. */
  id: number;
  parent_id: number | null;
  /** SHA-256 of parent id and own entries; unique. */
  digest: string;
  /** JSON array of ACLs. */
  own: string;
}

interface UserTable {
  username: string;
  password_hash: string | null;
  /** JSON object of the user schema's fields without username, password and groups. */
  properties: string;
  created_at: number;
  /** Name of the configured source that verifies the user; null for own users. */
  source: string | null;
  /** What identifies the user there. */
  source_key: string | null;
  /** Takes the place of the password hash for sessions: they end when it changes. */
  source_stamp: string | null;
  /** Since when the source does not know the user any more; null while the user may sign in. */
  disabled_at: number | null;
}

interface GroupTable {
  groupname: string;
  properties: string;
}

interface GroupMemberTable {
  groupname: string;
  /** 'user' or 'group'. */
  member_kind: string;
  member_name: string;
}

/** One row, id 1: grows with every change of users, groups or sessions, so that caches detect it. */
interface RevokedSessionTable {
  id: string;
  expires_at: number;
}

/** Server-wide secrets and facts: the session key, the store's identity. */
interface ServerFactTable {
  name: string;
  value: string;
}

export interface BlobTable {
  /** SHA-256 of the content, hex. */
  key: string;
  size: number;
  /** What clients compare: hex digest by the configured algorithm. */
  digest: string;
  digest_algorithm: string;
  created_at: number;
  /** Which store has its file: 'default' or 'records'. */
  provider: string;
}

/** A content of a record that the store of records is to get. */
interface RecordContentTable {
  blob_key: string;
  /** Changes with each request. */
  token: string;
  /** That have failed. */
  attempts: number;
  due_at: number;
}

export interface BlobReferenceTable {
  document_id: string;
  xpath: string;
  blob_key: string;
}

/** Keeps a blob that no document refers to yet. */
export interface BlobLeaseTable {
  id: string;
  blob_key: string;
  expires_at: number;
}

/** Responses stored for requests that are sent again. Without a status the first one still runs. */
export interface IdempotentResponseTable {
  username: string;
  /** SHA-256 of the key that the client chose, hex: a key may be longer than an index entry. */
  key_digest: string;
  /** A random value of the request that holds the key. */
  claim_id: string;
  expires_at: number;
  status: number | null;
  /** JSON object, as plain text on both engines. */
  headers: string | null;
  body: Uint8Array | null;
}

/** An operation that runs in the background, or has run and whose result is kept for a while. */
export interface OperationExecutionTable {
  id: string;
  username: string;
  operation: string;
  job_id: string;
  /** JSON, as plain text on both engines; null while it runs. */
  result: string | null;
  expires_at: number;
}

/** What happened in the store. Names documents and users that may be gone. */
/** On PostgreSQL with `transaction_number`, see `SqlDialect.auditOrder`. */
export interface AuditEntryTable {
  id: Generated<number>;
  event_id: string;
  category: string | null;
  principal_name: string | null;
  event_date: number;
  /** When the entry was written, which may be later than the event. */
  log_date: number;
  comment: string | null;
  document_id: string | null;
  document_type: string | null;
  document_path: string | null;
  lifecycle_state: string | null;
  /** JSON object, as plain text on both engines. */
  extended: string;
}

/** The documents in the full-text index, and the digest of their words. */
interface DocumentFulltextTable {
  document_id: string;
  digest: string;
  /** PostgreSQL only: the words with their positions. */
  words: string;
  /** PostgreSQL only: all words as text, when the positions are not exact. */
  long_text: string | null;
  /**
   * Maintained by triggers, and written when it is repaired. Null for versions: they have the
   * permissions of their live document.
   */
  acl_id: ColumnType<number | null, undefined, number | null>;
}

/** SQLite only: a view whose inserts store the words of a document, or replace them. */
interface FulltextEntryTable {
  document_id: string;
  digest: string;
  title: string;
  description: string;
  other: string;
  files: string;
}

/** The text of a blob, extracted once for all documents that have it. */
export interface BlobTextTable {
  blob_key: string;
  /** 'waiting'; 'scanned': its text, or more of it, is yet to be recognized; 'done' or 'failed'. */
  state: string;
  mime_type: string | null;
  name: string | null;
  /** Attempts begun so far. */
  attempts: number;
  /** Null until it was read, and when the content has no text. */
  text: string | null;
  encoding: string | null;
  /** Why it has failed, and when; null unless it has. */
  failure: string | null;
  failed_at: number | null;
}

export interface Tables
  extends BulkTables,
    CollectionTables,
    CommentTables,
    CopyTables,
    CsvImportTables,
    DirectoryTables,
    MailTables,
    SignInTables,
    UploadTables,
    WorkflowTables {
  document: DocumentTable;
  tree_state: TreeStateTable;
  pending_change: PendingChangeTable;
  subtree_task: SubtreeTaskTable;
  acl: AclTable;
  user_account: UserTable;
  user_group: GroupTable;
  group_member: GroupMemberTable;
  security_revision: SecurityRevisionTable;
  shared_change: SharedChangeTable;
  revoked_session: RevokedSessionTable;
  server_fact: ServerFactTable;
  server_node: ServerNodeTable;
  blob: BlobTable;
  blob_reference: BlobReferenceTable;
  blob_lease: BlobLeaseTable;
  /** Contents that are to be removed for good, by the names under which they are set aside. */
  record_content: RecordContentTable;
  removed_content: { name: string; decided_at: number };
  job: JobTable;
  scheduler_state: SchedulerStateTable;
  schedule: ScheduleTable;
  stopped_kind: StoppedKindTable;
  idempotent_response: IdempotentResponseTable;
  audit_entry: AuditEntryTable;
  operation_execution: OperationExecutionTable;
  document_fulltext: DocumentFulltextTable;
  fulltext_entry: FulltextEntryTable;
  blob_text: BlobTextTable;
  rate_level: RateLevelTable;
  rendition: RenditionTable;
  conversion: ConversionTable;
  media_work: MediaWorkTable;
  note_thumbnail: NoteThumbnailTable;
  content_migration: ContentMigrationTable;
  drive_root: DriveRootTable;
}
