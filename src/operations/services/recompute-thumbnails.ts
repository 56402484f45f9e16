import { defineOperation, required } from '../../automation/define.ts';
import {
  olderQuery,
  recomputeThumbnailsAction,
  thumbnailsCommand,
} from '../../bulk/actions/recompute-thumbnails.ts';
import { submitCommand } from '../../bulk/submit.ts';

export const recomputeThumbnailsOperation = defineOperation({
  id: 'RecomputeThumbnails',
  label: 'Recompute Thumbnails',
  category: 'Services',
  since: '10.10',
  access: 'administrator',
  description: 'Makes the thumbnails of the documents that a query finds again, in the background.',
  params: {
    query: required('string', 'The query for the documents, in NXQL.', { values: [olderQuery] }),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { query }) {
        const { query: text, params } = thumbnailsCommand(query);
        const request = { positional: [], named: new Map(), quickFilters: [], sort: [] };
        const source = { kind: 'query', text, request, excluded: [] } as const;
        const command = { action: recomputeThumbnailsAction, source, params };
        const standing = { standingOf: (id: string) => context.standingOf(id) };
        await context.write((unit) => submitCommand(unit, command, standing));
        return undefined;
      },
    },
  ],
});
