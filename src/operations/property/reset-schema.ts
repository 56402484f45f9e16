import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { clearedAt, keysOfSchema, lockIfNested, requirePlace } from '../parts/property-places.ts';

export const resetSchemaOperation = defineOperation({
  id: 'Document.ResetSchema',
  label: 'Reset Schema',
  category: 'Document',
  description: 'Clears one property of the input document, or all those of a schema.',
  params: {
    save: withDefault('boolean', true, {
      description: 'Kept for existing callers: all that is stored is complete at the end anyway.',
      values: ['true'],
    }),
    saveDocument: withDefault('boolean', true, {
      description: 'Whether to store the changes at once.',
      values: ['true'],
    }),
    schema: optional('string', 'The name of the schema; it does not count if a property is given.'),
    xpath: optional('string', 'The property.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { saveDocument, schema, xpath }) {
        if (!xpath && !schema) throw operationFailed("'schema' or 'xpath' parameter must be set");
        const target = xpath ? await lockIfNested(context, document, xpath) : document;
        const places = xpath ? [xpath] : keysOfSchema(target, schema ?? '');
        const cleared = places.map((place) => clearedAt(target, requirePlace(target, place)));
        const changes = Object.fromEntries(cleared.flatMap((change) => Object.entries(change)));
        return saveChanges(context, target, { changes, saves: saveDocument });
      },
    },
  ],
});
