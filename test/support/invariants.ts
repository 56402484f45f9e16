import { now } from '../../src/base/clock.ts';
import { parseJson } from '../../src/base/json.ts';
import type { PendingWork } from '../../src/base/pending-work.ts';
import type { Acl } from '../../src/model/acl.ts';
import type { ContentModel } from '../../src/model/content-model.ts';
import { collectBlobs } from '../../src/model/property-access.ts';
import type { Properties } from '../../src/model/value.ts';
import { resolvedAclId } from '../../src/repository/access/acl-interning.ts';
import { derivedColumns } from '../../src/repository/changes/stored-content.ts';
import type { IntegrityContext } from '../../src/repository/integrity/check.ts';
import { checkIntegrity, type IntegrityOptions } from '../../src/repository/integrity/index.ts';
import { aclKeyOf } from '../../src/repository/sql/document-row.ts';
import { identifyAcl } from '../../src/repository/unit/acl-chain.ts';
import type { Database } from '../../src/storage/database.ts';
import type { AclTable, BlobReferenceTable, DocumentTable } from '../../src/storage/tables.ts';

interface Rows {
  readonly documents: ReadonlyMap<string, DocumentTable & { readonly acl_id: number }>;
  readonly acls: ReadonlyMap<number, AclTable>;
  readonly references: readonly BlobReferenceTable[];
}

/**
 * The invariants between the rows of a store, written a second time and independently of the
 * program's own checker. Returns violations.
 */
export async function brokenInvariants(
  database: Database,
  model: ContentModel,
): Promise<readonly string[]> {
  const rows = await readRows(database);
  return [
    ...brokenPlaces(rows),
    ...brokenAcls(rows),
    ...brokenHistories(rows),
    ...brokenContents(rows, model),
  ];
}

/** The same, and whatever `cartulary check` finds. */
export async function storeFindings(
  store: Omit<IntegrityContext, 'nowMs'> & { readonly releases?: PendingWork },
  options: IntegrityOptions = {},
): Promise<readonly string[]> {
  await store.releases?.settled();
  const found = [...(await brokenInvariants(store.database, store.model))];
  for await (const finding of checkIntegrity({ ...store, nowMs: now() }, options)) {
    found.push(`${finding.severity} ${finding.table} ${finding.id}: ${finding.text}`);
  }
  return found;
}

function readRows(database: Database): Promise<Rows> {
  return database.read(async (handle) => {
    const stored = await handle.all(handle.builder.selectFrom('document').selectAll());
    const documents: Rows['documents'] extends ReadonlyMap<string, infer Row> ? Row[] : never = [];
    for (const row of stored) {
      documents.push({ ...row, acl_id: await resolvedAclId(handle, aclKeyOf(row.acl_id)) });
    }
    const acls = await handle.all(handle.builder.selectFrom('acl').selectAll());
    return {
      documents: new Map(documents.map((row) => [row.id, row])),
      acls: new Map(acls.map((row) => [row.id, row])),
      references: await handle.all(handle.builder.selectFrom('blob_reference').selectAll()),
    };
  });
}

function* brokenPlaces({ documents }: Rows): Generator<string> {
  for (const row of documents.values()) {
    if (row.is_version === 1) {
      if (row.path !== null || row.parent_id !== null) yield `version ${row.id} has a place`;
      continue;
    }
    if (row.parent_id === null) {
      if (row.path !== '/') yield `${row.path} has no parent`;
      continue;
    }
    const parent = documents.get(row.parent_id);
    if (!parent) {
      yield `${row.path} has an unknown parent`;
      continue;
    }
    const expected = `${parent.path === '/' ? '' : parent.path}/${row.name}`;
    if (row.path !== expected) yield `${row.path} should be ${expected}`;
    if (parent.is_version === 1) yield `${row.path} is below a version`;
  }
}

function* brokenAcls({ documents, acls }: Rows): Generator<string> {
  for (const acl of acls.values()) {
    const identity = identifyAcl(acl.parent_id, parseJson(acl.own) as Acl[]);
    if (identity.id !== acl.id || identity.digest !== acl.digest) {
      yield `ACL ${acl.id} does not have the identity of its content`;
    }
    if (acl.parent_id !== null && !acls.has(acl.parent_id)) yield `ACL ${acl.id} has no parent`;
  }
  for (const row of documents.values()) {
    if (row.is_version === 1) continue;
    const own = row.own_acl === null ? [] : (parseJson(row.own_acl) as Acl[]);
    const parentAclId = row.parent_id === null ? null : documents.get(row.parent_id)?.acl_id;
    if (parentAclId === undefined) continue;
    const expected =
      own.length === 0 && parentAclId !== null ? parentAclId : identifyAcl(parentAclId, own).id;
    if (row.acl_id !== expected) yield `${row.path} has ACL ${row.acl_id}, not ${expected}`;
  }
}

function* brokenHistories({ documents }: Rows): Generator<string> {
  const rows = [...documents.values()];
  const versions = rows.filter((row) => row.is_version === 1);
  for (const [series, all] of Map.groupBy(versions, (row) => row.series_id)) {
    const latest = all.filter((row) => row.is_latest_version === 1);
    const isShown = rows.some((row) => all.some((version) => version.id === row.proxy_target_id));
    if (!documents.has(series) && !isShown) yield `the versions of ${series} are not needed`;
    if (documents.has(series) && latest.length !== 1)
      yield `series ${series} has ${latest.length} latest versions`;
    const major = all.filter((row) => row.is_latest_major_version === 1);
    if (major.length > 1) yield `series ${series} has ${major.length} latest major versions`;
  }
  for (const row of rows) {
    if (row.is_version === 0 && row.proxy_target_id === null && row.series_id !== row.id) {
      yield `${row.path} is of another series`;
    }
    if (row.proxy_target_id !== null) {
      const target = documents.get(row.proxy_target_id);
      if (!target || target.proxy_target_id !== null) yield `proxy ${row.path} has a wrong target`;
    }
    const base = row.base_version_id === null ? null : documents.get(row.base_version_id);
    if (base === undefined) yield `${row.path} is based on a version that is gone`;
    if (row.is_checked_out === 0 && row.is_version === 0 && row.proxy_target_id === null && !base) {
      yield `${row.path} is checked in as nothing`;
    }
  }
}

function* brokenContents({ documents, references }: Rows, model: ContentModel): Generator<string> {
  const byDocument = Map.groupBy(references, (reference) => reference.document_id);
  for (const row of documents.values()) {
    const properties = parseJson(row.properties) as Properties;
    const expected = collectBlobs(properties).map(({ xpath, blob }) => `${xpath}=${blob.key}`);
    const actual = (byDocument.get(row.id) ?? []).map((r) => `${r.xpath}=${r.blob_key}`);
    if (expected.sort().join() !== actual.sort().join()) {
      yield `${row.path ?? row.id} refers to ${actual}, not ${expected}`;
    }
    const { title_key, creator, created_at, modified_at } = derivedColumns(properties);
    const isProxy = row.proxy_target_id !== null;
    if (
      !isProxy &&
      JSON.stringify([title_key, creator, created_at, modified_at]) !==
        JSON.stringify([row.title_key, row.creator, row.created_at, row.modified_at])
    ) {
      yield `${row.path ?? row.id} has copies of properties that differ from them`;
    }
    const shape = model.shapeOf(row.primary_type);
    for (const key of Object.keys(properties)) {
      if (row.instance_facets === null && !isProxy && !shape.properties.has(key)) {
        yield `${row.path ?? row.id} has a property ${key} its type does not have`;
      }
    }
  }
}
