import { sql } from 'kysely';
import { assert } from '../../base/assert.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import type { DocumentTable } from '../../storage/tables.ts';
import { withoutStaleMedia } from '../renditions/media-content.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { followSave } from './hooks.ts';
import { derivedColumns, storedProperties } from './stored-content.ts';

const bodyColumns = {
  properties: 'text',
  modified_at: 'integer',
  lifecycle_state: 'text',
  is_checked_out: 'integer',
  base_version_id: 'text',
  system_token: 'integer',
  user_token: 'integer',
} as const;

/** Most changes leave these as they are, and each is in indexes. */
const keyColumns = { title_key: 'text', creator: 'text', created_at: 'integer' } as const;

type ContentParams = Pick<DocumentTable, 'id' | keyof typeof bodyColumns | keyof typeof keyColumns>;

/**
 * SQLite writes the entries of all indexes with one of the columns, also of those that keep their value:
 * seven indexes instead of two cost as much as all other work for the row.
 */
const storeBody = defineContentUpdate(bodyColumns);
const storeBodyAndKeys = defineContentUpdate({ ...bodyColumns, ...keyColumns });

function defineContentUpdate(columns: Readonly<Record<string, 'integer' | 'text'>>) {
  const names = Object.keys(columns) as (keyof ContentParams)[];
  return defineStatement<ContentParams, unknown>(
    (b, p) =>
      b
        .updateTable('document')
        .set(Object.fromEntries(names.map((name) => [name, p[name]])))
        .where('id', '=', p.id),
    {
      forMany: {
        postgres({ builder, dialect }, rows) {
          const values = names.map((name) => {
            const given = sql.ref(`given.${name}`);
            const value = name === 'properties' ? sql`cast(${given} as jsonb)` : given;
            return sql`${sql.ref(name)} = ${value}`;
          });
          const given = dialect.rowsOf(rows, { id: 'text', ...columns });
          const update = sql`update document set ${sql.join(values)}
            from ${given} as given where document.id = given.id`;
          return [compilable(builder, update)];
        },
      },
    },
  );
}

const storeFacets = defineStatement<{ id: string; facets: string | null }, unknown>((b, p) =>
  b.updateTable('document').set({ instance_facets: p.facets }).where('id', '=', p.id),
);

/** What a save may change; everything else has its own function (move, lock, ACL, trash). */
export interface ContentChange {
  readonly properties?: Properties;
  /**
   * Instance facets. Properties of schemas that the document then does not have are removed, with
   * the references to their blobs.
   */
  readonly instanceFacets?: readonly string[];
  readonly state?: string;
  readonly isCheckedOut?: boolean;
  readonly baseVersionId?: Document['baseVersionId'];
  /** The author sent a change token: the second number grows too. */
  readonly byTokenHolder?: boolean;
}

/**
 * Stores the change and returns the document as it is now; leaves dates and versions alone. The
 * document must have been read for update in this unit: it is written at the end of the unit, or
 * before the next statement.
 */
export async function saveContent(
  unit: WriteUnit,
  { document, change }: { document: Document; change: ContentChange },
): Promise<Document> {
  assert(unit.listing === undefined, 'a document of a list may lack values and cannot be saved');
  const { byTokenHolder = false, ...content } = change;
  const changed: Document = {
    ...document,
    ...content,
    ...reshaped(unit, document, change),
    systemToken: document.systemToken + 1,
    userToken: document.userToken + (byTokenHolder ? 1 : 0),
  };
  const saved = { ...changed, properties: withoutStaleMedia(document, changed) };
  if (change.instanceFacets) {
    const { id, instanceFacets: facets } = saved;
    await unit.handle.execute(storeFacets, { id, facets: storedFacets(facets) });
  }
  unit.handle.postpone(`content of ${saved.id}`, updateFor(unit, document, saved), {
    id: saved.id,
    properties: storedProperties(saved.properties),
    ...derivedColumns(shownProperties(saved)),
    lifecycle_state: saved.state,
    is_checked_out: saved.isCheckedOut ? 1 : 0,
    base_version_id: saved.baseVersionId,
    system_token: saved.systemToken,
    user_token: saved.userToken,
  });
  await followSave(unit, { before: document, after: saved });
  unit.known.keepDocument(saved, unit.handle);
  return saved;
}

/** The statement replaces one that is postponed, whose keys may be new. */
function updateFor({ known }: WriteUnit, before: Document, after: Document) {
  if (hasSameKeys(before, after) && !known.hasNewKeys(after.id)) return storeBody;
  known.keepNewKeys(after.id);
  return storeBodyAndKeys;
}

/** The keys of a proxy are those of its target, which may have changed since. */
function hasSameKeys(before: Document, after: Document): boolean {
  if (after.proxyTarget) return false;
  const old = derivedColumns(before.properties);
  const fresh = derivedColumns(after.properties);
  return (
    old.title_key === fresh.title_key &&
    old.creator === fresh.creator &&
    old.created_at === fresh.created_at
  );
}

/** A proxy is sorted by the title and the dates of its target, which are not in its own properties. */
function shownProperties({ proxyTarget, properties }: Document): Properties {
  return proxyTarget ? { ...proxyTarget.properties, ...properties } : properties;
}

/** The value of the column: null for none. */
export function storedFacets(facets: readonly string[]): string | null {
  return facets.length === 0 ? null : JSON.stringify(facets);
}

function reshaped(
  unit: UnitContext,
  document: Document,
  { instanceFacets, properties = document.properties }: ContentChange,
): Partial<Document> {
  if (!instanceFacets) return {};
  const shape = unit.model.shapeOf(document.type, instanceFacets);
  return { shape, properties: propertiesOf(unit, shape, properties) };
}

/** Properties that are not in the content model at all stay: a later model may have them again. */
function propertiesOf(unit: UnitContext, shape: DocumentShape, properties: Properties): Properties {
  const entries = Object.entries(properties).filter(
    ([key]) => shape.properties.has(key) || !unit.model.hasProperty(key),
  );
  return Object.fromEntries(entries);
}
