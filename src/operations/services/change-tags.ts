import {
  defineOperation,
  type Operation,
  type ParamDefinitions,
  type ParamValues,
  required,
} from '../../automation/define.ts';
import { withPending } from '../../automation/working-documents.ts';
import type { Document } from '../../model/document.ts';
import { addTags, removeAllTags, removeTags } from '../../repository/tags/tags.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';

interface TagChange<P extends ParamDefinitions> {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly params: P;
  change(unit: WriteUnit, document: Document, params: ParamValues<P>): Promise<Document>;
}

function changingTags<const P extends ParamDefinitions>(definition: TagChange<P>): Operation {
  const { change, ...told } = definition;
  return defineOperation({
    ...told,
    category: 'Services',
    since: '7.1',
    methods: [
      {
        input: 'document',
        output: 'document',
        loops: true,
        async run(context, document, params) {
          const changed = await context.write((unit) => change(unit, document, params));
          return withPending(changed, document);
        },
      },
    ],
  });
}

export const tagDocumentOperation = changingTags({
  id: 'Services.TagDocument',
  label: 'Tag Document',
  description:
    'Tags the input document, which needs the right to read it only and is no change of its content. Tags are kept in small letters and without spaces, slashes, apostrophes and percent signs; one has at most 255 characters, and a document 1,000 tags.',
  params: { tags: required('stringlist', 'The tags to add; empty ones are left out.') },
  change: (unit, { id }, { tags: labels }) => addTags(unit, { id, labels }),
});

export const untagDocumentOperation = changingTags({
  id: 'Services.UntagDocument',
  label: 'Untag Document',
  description:
    'Takes tags away from the input document. The tags that others gave to it need the permission Write.',
  params: {
    tags: required('stringlist', 'The tags to take away; those it has not count for nothing.'),
  },
  change: (unit, { id }, { tags: labels }) => removeTags(unit, { id, labels }),
});

export const removeDocumentTagsOperation = changingTags({
  id: 'Services.RemoveDocumentTags',
  label: 'Remove All Document Tags',
  description: 'Takes all tags away from the input document, which needs the permission Write.',
  params: {},
  change: (unit, { id }) => removeAllTags(unit, id),
});
