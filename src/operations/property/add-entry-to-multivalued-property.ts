import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { toJson } from '../../automation/values.ts';
import { isSameItem } from '../../model/property-access.ts';
import { changeList, readItems, requireList } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const addEntryToMultivaluedPropertyOperation = defineOperation({
  id: 'Document.AddEntryToMultivaluedProperty',
  aliases: ['AddEntryToMultivaluedProperty', 'DocumentMultivaluedProperty.addItem'],
  label: 'Add entry into multi-valued metadata',
  category: 'Document',
  description: 'Adds a value at the end of a list of single values of the input document.',
  params: {
    value: required('serializable', 'The value to add.'),
    xpath: required('string', 'The list, such as dc:subjects.'),
    checkExists: withDefault('boolean', true, {
      description: 'Whether a value that is in the list already is left alone.',
      values: ['true'],
    }),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { value, xpath, checkExists, save }) {
        const place = requireList(document, xpath, ['array']);
        const [added = null] = await readItems(context, document, {
          place,
          given: [toJson(value)],
        });
        return changeList(context, document, {
          xpath,
          saves: save,
          edit(items) {
            const isKnown = checkExists && items.some((item) => isSameItem(item, added));
            return isKnown ? items : [...items, added];
          },
        });
      },
    },
  ],
});
