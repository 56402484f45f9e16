import { defineOperation, optional, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { changeList } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const removeItemFromListPropertyOperation = defineOperation({
  id: 'Document.RemoveItemFromListProperty',
  label: 'Removes an Entry From a Multivalued Property',
  category: 'Document',
  description: 'Takes one item, or all of them, out of a list of the input document.',
  params: {
    xpath: required('string', 'The list, such as files:files.'),
    index: optional('integer', 'Which item, counted from 0; all of them if it is not given.'),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { xpath, index, save }) =>
        changeList(context, document, {
          xpath,
          saves: save,
          edit(items) {
            if (index === null) return items.length === 0 ? items : [];
            if (index >= 0 && index < items.length) return items.toSpliced(index, 1);
            throw operationFailed(`index: ${xpath} has ${items.length} items, none at ${index}`);
          },
        }),
    },
  ],
});
