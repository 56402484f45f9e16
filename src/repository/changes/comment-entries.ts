import { AppError } from '../../base/errors/app-error.ts';
import { commentKeys, isComment } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import type { CommentEntryTable } from '../../storage/comment-tables.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { AuthoredContent, ChangeHook } from './change-hook.ts';

type EntryContent = Pick<CommentEntryTable, 'id' | 'created_at' | 'xpath' | 'entity_id'>;

const storeContent = defineStatement<EntryContent, unknown>((b, p) =>
  b
    .updateTable('comment_entry')
    .set({ created_at: p.created_at, xpath: p.xpath, entity_id: p.entity_id })
    .where('id', '=', p.id),
);

/** The columns that are copies of properties. */
export function entryContent({ id, properties }: Pick<Document, 'id' | 'properties'>) {
  const created = properties[commentKeys.created];
  return {
    id,
    created_at: typeof created === 'number' ? created : 0,
    xpath: textOrNull(properties[commentKeys.xpath]),
    entity_id: textOrNull(properties[commentKeys.entityId]),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The place of a comment in its thread never changes. */
const placeKeys: readonly string[] = [commentKeys.parentId, commentKeys.ancestorIds];
/** Who said it, and when. */
const originKeys: readonly string[] = [commentKeys.author, commentKeys.created];

/**
 * Comments as documents: what a plain change of them may not do, for a thread has rules of its own
 * (`repository/comments`), and rows that find it.
 */
export const commentEntriesHook: ChangeHook = {
  before(unit, content) {
    if (!content.shape.properties.has(commentKeys.parentId)) return;
    const refused = refusedKeys(content, unit.principal);
    if (refused.length === 0) return;
    throw new AppError(
      'property.read-only',
      `Cannot set the value of property: ${refused.join(', ')} since comments are made by @comment`,
    );
  },
  async saved(unit, { before, after }) {
    if (!isComment(after) || before.properties === after.properties) return;
    const [old, fresh] = [entryContent(before), entryContent(after)];
    const isSame =
      old.created_at === fresh.created_at &&
      old.xpath === fresh.xpath &&
      old.entity_id === fresh.entity_id;
    if (!isSame) await unit.handle.execute(storeContent, fresh);
  },
};

function refusedKeys(
  { given, before }: AuthoredContent,
  principal: { readonly username: string; readonly isAdministrator: boolean },
): readonly string[] {
  const isStored = before !== null && isComment({ properties: before });
  const place = !principal.isAdministrator || isStored ? placeKeys : [];
  const origin = principal.isAdministrator ? [] : originKeys;
  return [...place, ...origin].filter(
    (key) => given[key] !== undefined && !isOwnName(key, given, principal.username),
  );
}

function isOwnName(key: string, given: Properties, username: string): boolean {
  return key === commentKeys.author && given[key] === username;
}
