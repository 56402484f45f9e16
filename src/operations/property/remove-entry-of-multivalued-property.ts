import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { toJson } from '../../automation/values.ts';
import { isSameItem } from '../../model/property-access.ts';
import type { PropertyValue } from '../../model/value.ts';
import { changeList, readItems, requireList } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const removeEntryOfMultivaluedPropertyOperation = defineOperation({
  id: 'Document.RemoveEntryOfMultivaluedProperty',
  aliases: ['RemoveEntryOfMultivaluedProperty'],
  label: 'Remove Entry Of Multivalued Property',
  category: 'Document',
  description:
    'Takes a value out of a list of single values of the input document. Nothing happens if it is not there.',
  params: {
    value: required('serializable', 'The value to take out.'),
    xpath: required('string', 'The list, such as dc:subjects.'),
    'is Remove All': withDefault('boolean', true, {
      description: 'Whether every occurrence goes; otherwise only the first one.',
      values: ['true'],
    }),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { value, xpath, save, 'is Remove All': removesAll }) {
        const place = requireList(document, xpath, ['array']);
        const [removed = null] = await readItems(context, document, {
          place,
          given: [toJson(value)],
        });
        return changeList(context, document, {
          xpath,
          saves: save,
          edit: (items) => without(items, removed, removesAll),
        });
      },
    },
  ],
});

function without(
  items: readonly PropertyValue[],
  removed: PropertyValue,
  removesAll: boolean,
): readonly PropertyValue[] {
  const first = items.findIndex((item) => isSameItem(item, removed));
  if (first === -1) return items;
  if (!removesAll) return items.toSpliced(first, 1);
  return items.filter((item) => !isSameItem(item, removed));
}
