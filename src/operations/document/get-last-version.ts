import { defineOperation } from '../../automation/define.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { findLastVersion } from '../../repository/versions/version-history.ts';
import { ownerOfVersions } from '../parts/version-series.ts';

export const getLastVersionOperation = defineOperation({
  id: 'Document.GetLastVersion',
  aliases: ['Document.GetLastVersion'],
  label: 'Get Last version',
  category: 'Document',
  description:
    'Returns the latest version of the input document, or nothing when it has no version.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document) {
        const owner = await ownerOfVersions(context, document);
        return context.read(async (unit) => {
          await requirePermission(unit, { document: owner, permission: 'ReadVersion' });
          return findLastVersion(unit, owner.seriesId);
        });
      },
    },
  ],
});
