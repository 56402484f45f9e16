import { defineOperation, required } from '../../automation/define.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { removeAtXpath } from '../../model/property-access.ts';
import type { Properties } from '../../model/value.ts';
import type { Xpath } from '../../model/xpath.ts';
import { clearedAt, lockIfNested, requirePlace } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

export const removePropertyOperation = defineOperation({
  id: 'Document.RemoveProperty',
  label: 'Remove Property',
  category: 'Document',
  description:
    'Clears a property of the input document. A list is emptied, and an item of a list is taken out.',
  params: {
    xpath: required('string', 'The property, such as dc:title or files:files/0.'),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { xpath, save }) {
        const target = await lockIfNested(context, document, xpath);
        const changes = withoutValueAt(target, requirePlace(target, xpath));
        return saveChanges(context, target, { changes, saves: save });
      },
    },
  ],
});

function withoutValueAt(document: WorkingDocument, place: Xpath): Properties {
  if (typeof place.steps.at(-1) !== 'number') return clearedAt(document, place);
  const { key } = place.definition;
  return { [key]: removeAtXpath(document.properties, place)[key] ?? null };
}
