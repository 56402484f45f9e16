import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { Document } from '../../model/document.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { findDocument } from '../../repository/documents/documents.ts';

export const getParentOperation = defineOperation({
  id: 'Document.GetParent',
  label: 'Get Parent',
  category: 'Document',
  description:
    'Returns the folder of the input document, or the nearest one above it that is of the given type; nothing if there is none.',
  readsOnly: true,
  params: { type: optional('string', 'The type of the folder that is looked for.') },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { type }) => findAncestor(context, document, type?.trim() || null),
    },
  ],
});

/** Only the result must be readable, not the folders between. */
function findAncestor(
  context: OperationContext,
  document: Document,
  type: string | null,
): Promise<Document | null> {
  return context.read(async (unit) => {
    let id = document.parentId;
    while (id !== null) {
      const ancestor = await findDocument(unit, { id });
      if (!ancestor) return null;
      if (type === null || ancestor.type === type) {
        await requirePermission(unit, { document: ancestor, permission: 'Read' });
        return ancestor;
      }
      id = ancestor.parentId;
    }
    return null;
  });
}
