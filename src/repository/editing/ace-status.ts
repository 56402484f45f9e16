import { parseJson } from '../../base/json.ts';
import { type Ace, type Acl, aceId, aceStatus } from '../../model/acl.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { type AuditedRow, auditedRow, recordDocumentEvents } from '../audit/audit-events.ts';
import type { WriteUnit } from '../unit/unit.ts';

/** Instants at which entries have begun or ended, and how far their documents are recorded. */
export interface AceStatusSpan {
  /** Exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The last document so far; empty at the beginning. */
  readonly position: string;
}

interface AceStatusSlice {
  /** Null when there are no more documents. */
  readonly position: string | null;
  readonly recorded: number;
}

const documentsPerSlice = 200;

type SecuredRow = AuditedRow & { readonly own_acl: string | null };

/**
 * Records in the audit the next documents with entries of permissions that took effect or ended
 * within the span. Access itself does not depend on it: it compares the instants.
 */
export async function recordAceStatusSlice(
  unit: WriteUnit,
  span: AceStatusSpan,
): Promise<AceStatusSlice> {
  const { handle } = unit;
  const found = await handle.all(
    handle.rows
      .selectFrom('document')
      .select('id')
      .where(handle.dialect.hasTimeBounds)
      .where('id', '>', span.position)
      .orderBy('id')
      .limit(documentsPerSlice),
  );
  const last = found.at(-1);
  if (!last) return { position: null, recorded: 0 };
  const rows = await readSecured(unit, { ids: found.map(({ id }) => id) });
  const changed = new Map(
    rows.map((row) => [row.id, changedAces(row, span)] as const).filter(([, aces]) => aces.length),
  );
  await recordDocumentEvents(unit, {
    eventId: 'ACEStatusUpdated',
    documents: rows.filter(({ id }) => changed.has(id)).map((row) => auditedRow(unit, row)),
    extendedOf: ({ id }) => ({
      aces: changed.get(id)?.map((ace) => ({ id: aceId(ace), status: aceStatus(ace, unit.nowMs) })),
    }),
  });
  const isLast = found.length < documentsPerSlice;
  return { position: isLast ? null : last.id, recorded: changed.size };
}

function readSecured(
  { handle }: WriteUnit,
  { ids }: { readonly ids: readonly string[] },
): Promise<SecuredRow[]> {
  return handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'primary_type', 'path', 'lifecycle_state', 'instance_facets', 'own_acl'])
      .where('id', 'in', keyList(handle.dialect, ids))
      .orderBy('id'),
  );
}

function changedAces({ own_acl }: SecuredRow, { fromMs, untilMs }: AceStatusSpan): readonly Ace[] {
  if (own_acl === null) return [];
  const isWithin = (instantMs: number | null): boolean =>
    instantMs !== null && instantMs > fromMs && instantMs <= untilMs;
  const aces = (parseJson(own_acl) as Acl[]).flatMap((acl) => acl.aces);
  // An entry is still effective at its end.
  return aces.filter(
    ({ begin, end }) => isWithin(begin) || isWithin(end === null ? null : end + 1),
  );
}
