import { assert } from '../../base/assert.ts';
import { newDocumentId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import { internAcl } from '../access/acl-interning.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { blankRow, derivedColumns } from '../changes/stored-content.ts';
import { findChild, findDocument } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { aclsOfTemplate, createFromTemplate } from './create-document.ts';

/**
 * Gives an empty store its root and first documents. Does nothing when the store has a root, so
 * content that users removed is not restored.
 */
export async function ensureInitialContent(unit: WriteUnit): Promise<void> {
  await unit.handle.lockTree('exclusive');
  if (await findDocument(unit, { path: '/' })) return;
  const { rootAcl, initialContent } = unit.model.definition;
  const ownAcls = aclsOfTemplate(rootAcl);
  const id = newDocumentId();
  const row = {
    ...blankRow,
    id,
    parent_id: null,
    name: '',
    path: '/',
    primary_type: 'Root',
    lifecycle_state:
      unit.model.lifecycleOf(unit.model.getType('Root'))?.initialState ?? 'undefined',
    properties: '{}',
    ...derivedColumns({}),
    own_acl: stringifyJson(ownAcls),
    acl_id: await internAcl(unit.handle, null, ownAcls),
    series_id: id,
  };
  const root = await insertDocument(unit, { row, properties: {}, eventId: null });
  assert(root, 'an empty store has no root yet');
  for (const template of initialContent) {
    const exists = await findChild(unit, { parentId: root.id, name: template.name });
    if (!exists) await createFromTemplate(unit, root, template);
  }
}
