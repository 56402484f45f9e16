import { defineOperation, required } from '../../automation/define.ts';
import {
  picturesWithoutViews,
  recomputeViewsAction,
  viewsCommand,
} from '../../bulk/actions/recompute-views.ts';
import { submitCommand } from '../../bulk/submit.ts';

export const recomputePictureViewsOperation = defineOperation({
  id: 'Picture.RecomputeViews',
  label: 'Recompute Picture Views',
  category: 'Services',
  since: '10.3',
  access: 'administrator',
  description: 'Makes the views of the pictures that a query finds again, in the background.',
  params: {
    query: required('string', 'The query for the documents, in NXQL.', {
      values: [picturesWithoutViews],
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { query }) {
        const { query: text, params } = viewsCommand(query);
        const request = { positional: [], named: new Map(), quickFilters: [], sort: [] };
        const source = { kind: 'query', text, request, excluded: [] } as const;
        const command = { action: recomputeViewsAction, source, params };
        const standing = { standingOf: (id: string) => context.standingOf(id) };
        await context.write((unit) => submitCommand(unit, command, standing));
        return undefined;
      },
    },
  ],
});
