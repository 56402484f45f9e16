import { defineOperation, optional, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { toJson } from '../../automation/values.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { changesAt, clearedAt, lockIfNested, requirePlace } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

const singleTypes: ReadonlySet<string> = new Set([
  'string',
  'long',
  'double',
  'boolean',
  'date',
  'binary',
]);

export const setPropertyOperation = defineOperation({
  id: 'Document.SetProperty',
  label: 'Update Property',
  category: 'Document',
  description: 'Sets a property of the input document that holds a single value.',
  isRepeatable: true,
  params: {
    xpath: required('string', 'The property, such as dc:title.'),
    save: saveParameter,
    value: optional('serializable', 'The value; without one the property is cleared.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { xpath, save, value }) {
        const target = await lockIfNested(context, document, xpath);
        const place = requirePlace(target, xpath);
        if (!singleTypes.has(place.field.type)) {
          throw operationFailed(`xpath: ${place.text} is no single value, use Document.Update`);
        }
        // An empty text is a value of text properties; for other types it means null.
        const isEmptyText = value === '' && place.field.type === 'string';
        const changes = isEmptyText
          ? changesAt(target, place, '')
          : value === null
            ? clearedAt(target, place)
            : await context.readProperties(new Map([[place.text, toJson(value)]]), {
                shape: target.shape,
                current: target.properties,
              });
        return saveChanges(context, target, { changes, saves: save });
      },
    },
  ],
});
