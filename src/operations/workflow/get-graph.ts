import { defineOperation, optional, required } from '../../automation/define.ts';
import { shownGraph } from '../../workflow/shown-graph.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const getGraphOperation = defineOperation({
  id: 'Document.Routing.GetGraph',
  label: 'Get graph',
  category: 'Routing',
  description:
    'Returns the nodes of a workflow or of a model with their places, and how they are connected, as JSON.',
  params: {
    routeDocId: required('string', 'The id of the workflow, or of the document of a model.'),
    language: optional('string', 'The language of titles and labels; en by default.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { language, routeDocId: id }) {
        const languages = language ? [language] : [];
        return jsonBlob(await context.read((unit) => shownGraph(unit, { id, languages })));
      },
    },
  ],
});
