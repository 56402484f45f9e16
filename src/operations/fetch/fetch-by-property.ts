import { defineOperation, optional, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { limits } from '../../base/limits.ts';
import { literal } from '../../repository/search/predicates.ts';
import { findAtMost } from '../../repository/search/run-provider.ts';

/** A property with a path into it; other text could be another condition. */
const propertyPattern = /^[\p{L}_][\w.:/*-]*$/u;

export const fetchByPropertyOperation = defineOperation({
  id: 'Document.FetchByProperty',
  label: 'Fetch By Property',
  category: 'Fetch',
  description:
    'Returns the documents whose property has one of the values, and which meet a further condition where one is given.',
  readsOnly: true,
  params: {
    property: required('string', 'The property, such as dc:title.'),
    values: required('stringlist', 'The values, of which one must be that of the property.'),
    query: optional('string', 'A further condition of the query language.'),
  },
  methods: [
    {
      input: 'void',
      output: 'documents',
      async run(context, _input, { property, values, query }) {
        if (values.length === 0) return [];
        if (!propertyPattern.test(property)) {
          throw operationFailed(`property: ${property.slice(0, 200)} is no name of a property`);
        }
        const more = query?.trim() ? ` AND (${query})` : '';
        const condition = `${property} IN ${literal(values)}${more}`;
        const text = `SELECT * FROM Document WHERE ${condition}`;
        const max = limits.listLengthMax;
        const documents = await context.read((unit) => findAtMost(unit, { text, max }));
        if (documents) return documents;
        throw operationFailed(
          `more than ${max} documents: read them by pages, by Repository.Query`,
        );
      },
    },
  ],
});
