import { defineOperation } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { getUncheckedDocument } from '../../repository/documents/documents.ts';
import { untrashDocument } from '../../repository/editing/trash.ts';

export const untrashDocumentOperation = defineOperation({
  id: 'Document.Untrash',
  label: 'Untrash',
  category: 'Document',
  description:
    'Takes the input document out of the trash, with everything below it and the folders above it.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, { id, isTrashed: wasTrashed }) =>
        context.write(async (unit) => {
          const present = await getUncheckedDocument(unit, { id });
          // Documents restored with another one of the same list are done.
          if (!present.isTrashed && wasTrashed) return present;
          if (present.isTrashed) return untrashDocument(unit, id);
          throw new AppError(
            'permission.denied',
            `Cannot untrash these documents: ${id} is not in the trash`,
          );
        }),
    },
  ],
});
