import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseJson } from '../../base/json.ts';
import type { Document } from '../../model/document.ts';
import { parentPath, subtreeRange } from '../../model/document-path.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** More entries since a client's last request than this: the client reads its roots anew. */
const entriesMax = 20_000;
/** The same for events of documents in the roots. */
const eventsMax = 1_000;

/** An entry of the audit that may concern what a client has. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly documentId: string;
  readonly path: string;
  readonly dateMs: number;
  /** Of a document that was moved. */
  readonly previousPath: string | undefined;
}

interface ChangeWindow {
  /** The position up to which the log was read: the next window begins here. */
  readonly upTo: number;
  /** Undefined when there are too many, or no longer all of them. */
  readonly events: readonly LoggedEvent[] | undefined;
}

const documentEvents = [
  'ACEStatusUpdated',
  'documentCreated',
  'documentCreatedByCopy',
  'documentLocked',
  'documentModified',
  'documentMoved',
  'documentProxyPublished',
  'documentRemoved',
  'documentRestored',
  'documentSecurityUpdated',
  'documentTrashed',
  'documentUnlocked',
  'documentUntrashed',
  'proxyRemoved',
];
/** An entry about a group does not say who has left it. */
const groupEvents = ['group_created', 'group_deleted', 'group_modified'];
const rootEvents = ['rootRegistered', 'rootUnregistered'];

/**
 * The events behind a position of the log, none twice and none left out: positions are in the order
 * in which entries become visible, see `SqlDialect.auditOrder`. A negative position means from now on.
 */
export async function readChangeWindow(
  unit: ReadUnit,
  roots: readonly Document[],
  from: number,
): Promise<ChangeWindow> {
  const { upTo, first, far } = await boundsOf(unit.handle, Math.max(from, 0));
  if (from < 0 || from === upTo) return { upTo, events: [] };
  // A store that was replaced by an older copy, and a log whose oldest entries were removed.
  const isIncomplete = from > upTo || (first !== null && from < first - 1);
  if (isIncomplete || (far !== null && far <= upTo)) return { upTo, events: undefined };
  const rows = await rowsOf(unit, roots, { from, upTo });
  return { upTo, events: rows.length > eventsMax ? undefined : rows.map(toEvent) };
}

interface Bounds {
  readonly upTo: number;
  readonly first: number | null;
  readonly far: number | null;
}

async function boundsOf(handle: ReadHandle, from: number): Promise<Bounds> {
  const { position, last } = handle.dialect.auditOrder;
  const entries = sql`from audit_entry where ${position} > `;
  const query = sql<Bounds>`select ${last} as ${sql.ref('upTo')},
    (select ${position} ${entries} 0 order by ${position} limit 1) as first,
    (select ${position} ${entries} ${from} and ${position} > 0
      order by ${position} limit 1 offset ${sql.lit(entriesMax)}) as far`;
  const [bounds] = await handle.all(compilable(handle.builder, query));
  return bounds ?? { upTo: 0, first: null, far: null };
}

interface LogRow {
  readonly event_id: string;
  readonly document_id: string | null;
  readonly document_path: string | null;
  readonly event_date: number;
  readonly extended: string;
}

function rowsOf(
  unit: ReadUnit,
  roots: readonly Document[],
  { from, upTo }: { readonly from: number; readonly upTo: number },
): Promise<LogRow[]> {
  const { handle, principal } = unit;
  const { position } = handle.dialect.auditOrder;
  const isOwnRoot = sql`event_id in (${sql.join(rootEvents)})
    and principal_name = ${principal.username}`;
  const isOfDocument = sql`event_id in (${sql.join(documentEvents)})
    and ${concernsRoots(handle, roots)}`;
  const isOfGroup = sql`event_id in (${sql.join(groupEvents)})`;
  const query = sql<LogRow>`
    select event_id, document_id, document_path, event_date, extended from audit_entry
    where ${position} > ${from} and ${position} > 0 and ${position} <= ${upTo}
      and ((${isOwnRoot}) or (${isOfDocument}) or (${isOfGroup}))
    order by ${position}, audit_entry.id limit ${sql.lit(eventsMax + 1)}`;
  return handle.all(compilable(handle.builder, query));
}

/** At a root, in it or above it; moves may have left it, which their entries say. */
function concernsRoots({ dialect }: ReadHandle, roots: readonly Document[]): RawBuilder<SqlBool> {
  if (roots.length === 0) return sql`1 = 0`;
  const path = dialect.inByteOrder(sql.ref('audit_entry.document_path'));
  const exact = new Set<string>();
  for (const root of roots) for (const at of pathsUpFrom(root.path)) exact.add(at);
  const below = roots.map((root) => {
    const { from, to } = subtreeRange(root.path ?? '');
    return sql<SqlBool>`(${path} >= ${from} and ${path} < ${to})`;
  });
  const isExact = sql`audit_entry.document_path in ${dialect.list('string', [...exact])}`;
  return sql`(event_id = 'documentMoved' or ${isExact} or ${sql.join(below, sql` or `)})`;
}

function pathsUpFrom(path: string | null): readonly string[] {
  const paths: string[] = [];
  for (let at = path; at !== null; at = parentPath(at)) paths.push(at);
  return paths;
}

function toEvent(row: LogRow): LoggedEvent {
  return {
    eventId: row.event_id,
    documentId: row.document_id ?? '',
    path: row.document_path ?? '',
    dateMs: row.event_date,
    previousPath: row.event_id === 'documentMoved' ? previousPathOf(row.extended) : undefined,
  };
}

function previousPathOf(extended: string): string | undefined {
  const { previousPath } = parseJson(extended) as { previousPath?: unknown };
  return typeof previousPath === 'string' ? previousPath : undefined;
}
