import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { parseReference } from '../../automation/reference-text.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { getAtXpath } from '../../model/property-access.ts';
import type { Properties } from '../../model/value.ts';
import { clearedAt, keysOfSchema, requirePlace } from '../parts/property-places.ts';

export const copySchemaOperation = defineOperation({
  id: 'Document.CopySchema',
  label: 'Copy Schema',
  category: 'Document',
  description:
    'Gives the input document all properties of a schema as another document has them. What the other has not set is cleared.',
  params: {
    schema: required('string', 'The name of the schema.'),
    save: withDefault('boolean', true, {
      description: 'Kept for existing callers: all that is stored is complete at the end anyway.',
      values: ['true'],
    }),
    saveDocument: withDefault('boolean', true, {
      description: 'Whether to store the changes at once.',
      values: ['true'],
    }),
    sourceId: optional('string', 'The id of the other document.'),
    sourcePath: optional('string', 'Its path, if no id is given.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { schema, saveDocument, sourceId, sourcePath }) {
        const named = sourceId || sourcePath;
        if (!named) throw operationFailed("'sourceId' or 'sourcePath' parameter must be set");
        keysOfSchema(document, schema);
        const source = await context.load(parseReference(named, document.path));
        const changes = copiedProperties(source, document, keysOfSchema(source, schema));
        return saveChanges(context, document, { changes, saves: saveDocument });
      },
    },
  ],
});

function copiedProperties(
  source: WorkingDocument,
  target: WorkingDocument,
  keys: readonly string[],
): Properties {
  const copied = keys.map((key): Properties => {
    const value = getAtXpath(source.properties, requirePlace(source, key)) ?? null;
    return value === null ? clearedAt(target, requirePlace(target, key)) : { [key]: value };
  });
  return Object.fromEntries(copied.flatMap((change) => Object.entries(change)));
}
