import { sql } from 'kysely';
import { assert } from '../../base/assert.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { followSave } from './hooks.ts';
import { type DerivedColumns, derivedColumns, storedProperties } from './stored-content.ts';

interface ContentParams extends DerivedColumns {
  id: string;
  properties: string;
  lifecycle_state: string;
  is_checked_out: number;
  base_version_id: string | null;
  system_token: number;
  user_token: number;
}

const updateContent = defineStatement<ContentParams, unknown>(
  (b, p) =>
    b
      .updateTable('document')
      .set({
        properties: p.properties,
        title_key: p.title_key,
        creator: p.creator,
        created_at: p.created_at,
        modified_at: p.modified_at,
        lifecycle_state: p.lifecycle_state,
        is_checked_out: p.is_checked_out,
        base_version_id: p.base_version_id,
        system_token: p.system_token,
        user_token: p.user_token,
      })
      .where('id', '=', p.id),
  {
    forMany: ({ builder, dialect }, rows) =>
      compilable(
        builder,
        sql`update document set
          properties = cast(given.properties as jsonb), title_key = given.title_key,
          creator = given.creator, created_at = given.created_at, modified_at = given.modified_at,
          lifecycle_state = given.lifecycle_state, is_checked_out = given.is_checked_out,
          base_version_id = given.base_version_id, system_token = given.system_token,
          user_token = given.user_token
        from ${dialect.rowsOf(rows, contentColumns)} as given where document.id = given.id`,
      ),
  },
);

const contentColumns = {
  id: 'text',
  properties: 'text',
  title_key: 'text',
  creator: 'text',
  created_at: 'integer',
  modified_at: 'integer',
  lifecycle_state: 'text',
  is_checked_out: 'integer',
  base_version_id: 'text',
  system_token: 'integer',
  user_token: 'integer',
} as const satisfies Record<keyof ContentParams, 'integer' | 'text'>;

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
  const saved: Document = {
    ...document,
    ...content,
    ...reshaped(unit, document, change),
    systemToken: document.systemToken + 1,
    userToken: document.userToken + (byTokenHolder ? 1 : 0),
  };
  if (change.instanceFacets) {
    const { id, instanceFacets: facets } = saved;
    await unit.handle.execute(storeFacets, { id, facets: storedFacets(facets) });
  }
  unit.handle.postpone(`content of ${saved.id}`, updateContent, {
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
