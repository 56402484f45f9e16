import { defineOperation, required } from '../../automation/define.ts';
import { changeList, readItems, requireList } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const addItemToListPropertyOperation = defineOperation({
  id: 'Document.AddItemToListProperty',
  aliases: ['Document.AddItemToListProperty'],
  label: 'Adds an Entry Into a Multivalued Complex Property',
  category: 'Document',
  description: 'Adds items at the end of a list of complex values of the input document.',
  params: {
    complexJsonProperties: required('string', 'The items, as a JSON array of objects.'),
    xpath: required('string', 'The list, such as files:files.'),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { complexJsonProperties, xpath, save }) {
        const place = requireList(document, xpath, ['list']);
        // Contents are stored before the writer is taken.
        const added = await readItems(context, document, { place, given: complexJsonProperties });
        return changeList(context, document, {
          xpath,
          saves: save,
          edit: (items) => (added.length === 0 ? items : [...items, ...added]),
        });
      },
    },
  ],
});
