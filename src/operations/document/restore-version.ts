import { defineOperation, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { restoreVersion } from '../../repository/versions/version-history.ts';

export const restoreVersionOperation = defineOperation({
  id: 'Document.RestoreVersion',
  label: 'Restore Version',
  category: 'Document',
  description:
    'Gives the live document the content of the input, which is one of its versions, and returns the live document.',
  params: {
    checkout: withDefault('boolean', false, {
      description: 'Whether the live document is editable at once.',
      values: ['false'],
    }),
    createVersion: withDefault('boolean', false, {
      description: 'Whether what changed since the last version becomes a version first.',
      values: ['false'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      async run(context, { id, isVersion, seriesId }, { checkout, createVersion }) {
        if (!isVersion) throw operationFailed(`${id} is not a version: name one as the input`);
        return context.write((unit) =>
          restoreVersion(unit, {
            liveId: seriesId,
            versionId: id,
            createsVersion: createVersion,
            checksOut: checkout,
          }),
        );
      },
    },
  ],
});
