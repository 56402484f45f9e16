import { assert } from '../../base/assert.ts';
import { newDocumentId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { internAcl } from '../access/acl-interning.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { blankRow, derivedColumns } from '../changes/stored-content.ts';
import { findChild, findDocument } from '../documents/documents.ts';
import type { Session } from '../unit/session.ts';
import { aclsOfTemplate, createFromTemplate } from './create-document.ts';

/**
 * Gives an empty store its root and first documents. On a store that has a root nothing is done, so
 * content that users removed does not come back.
 */
export async function ensureInitialContent(handle: WriteHandle, session: Session): Promise<void> {
  await handle.lockTree('exclusive');
  if (await findDocument(handle, session, { path: '/' })) return;
  const { rootAcl, initialContent } = session.model.definition;
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
      session.model.lifecycleOf(session.model.getType('Root'))?.initialState ?? 'undefined',
    properties: '{}',
    ...derivedColumns({}),
    own_acl: stringifyJson(ownAcls),
    acl_id: await internAcl(handle, null, ownAcls),
    series_id: id,
  };
  const root = await insertDocument(handle, session, { row, properties: {}, eventId: null });
  assert(root, 'an empty store has no root yet');
  for (const template of initialContent) {
    const exists = await findChild(handle, session, { parentId: root.id, name: template.name });
    if (!exists) await createFromTemplate(handle, session, root, template);
  }
}
