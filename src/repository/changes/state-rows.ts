import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { hasAclAmong } from '../access/readable-acls.ts';
import type { AuditedRow } from '../audit/audit-events.ts';

export const storeLock = defineStatement<
  { id: string; owner: string | null; createdAt: number | null },
  unknown
>((b, p) =>
  b
    .updateTable('document')
    .set((e) => ({
      lock_owner: p.owner,
      lock_created_at: p.createdAt,
      system_token: e('system_token', '+', 1),
    }))
    .where('id', '=', p.id),
);

interface StateChange {
  /** Range of paths, without `to` itself. */
  readonly from: string;
  readonly to: string;
  /** Only documents with one of these states and types change. */
  readonly states: readonly string[];
  readonly types: readonly string[];
  readonly state: string;
  /** For callers who are not administrators: by their ACLs, and not locked by other users. */
  readonly only?: { readonly aclIds: readonly number[]; readonly username: string };
}

/** Puts documents in another state, in one statement; returns those that changed. */
export function storeStateBelow(
  handle: WriteHandle,
  { from, to, states, types, state, only }: StateChange,
): Promise<AuditedRow[]> {
  return handle.all(
    handle.builder
      .updateTable('document')
      .set((e) => ({
        lifecycle_state: state,
        is_checked_out: 1,
        system_token: e('system_token', '+', 1),
      }))
      .where('path', '>=', from)
      .where('path', '<', to)
      .where('proxy_target_id', 'is', null)
      .where('lifecycle_state', 'in', states)
      .where('primary_type', 'in', types)
      .$if(only !== undefined, (query) =>
        query
          .where(hasAclAmong(handle.dialect, only?.aclIds ?? []))
          .where((e) =>
            e.or([e('lock_owner', 'is', null), e('lock_owner', '=', only?.username ?? '')]),
          ),
      )
      .returning(['id', 'primary_type', 'path', 'lifecycle_state', 'instance_facets']),
  );
}
