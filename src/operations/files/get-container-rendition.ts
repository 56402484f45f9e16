import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isContainer } from '../../content/renditions.ts';
import { archiveOf } from '../parts/container-archive.ts';
import { ContainerEntries } from '../parts/container-entries.ts';

const unlimited = -1;

export const getContainerRenditionOperation = defineOperation({
  id: 'Document.GetContainerRendition',
  label: "Gets the folder's children or the collection's members default renditions",
  category: 'Files',
  description:
    'Returns a zip archive of the default renditions of what the input folder or collection contains; no output when it contains none.',
  params: {
    limit: withDefault('int', 100, {
      description: 'Documents of each folder, the first ones; -1 for all.',
    }),
    maxDepth: withDefault('int', 1, {
      description: 'How deep folders are followed; 1 for none in the input.',
    }),
    reason: optional(
      'string',
      'What they are for, which decides on the rendition: download, or none for XML.',
    ),
  },
  methods: [
    {
      input: 'document',
      output: 'blob',
      async run(context, container, { limit, maxDepth, reason }) {
        if (!isContainer(container)) {
          const problem = `${container.id} of type ${container.type} is no folder or collection`;
          throw new AppError('operation.input-mismatch', `input: ${problem}`);
        }
        requireExtent({ limit, maxDepth });
        const extent = {
          reason,
          limit: limit === unlimited ? Number.POSITIVE_INFINITY : limit,
          maxDepth,
        };
        const entries = new ContainerEntries(context, extent).of(container);
        const name = `${container.name || 'root'}.zip`;
        return archiveOf(context, entries, { name, isDownload: reason === 'download' });
      },
    },
  ],
});

function requireExtent({ limit, maxDepth }: Record<'limit' | 'maxDepth', number>): void {
  if (limit < 1 && limit !== unlimited) {
    throw new AppError(
      'operation.parameter-invalid',
      `Parameter limit: ${limit} is neither positive nor -1, which stands for all`,
    );
  }
  if (maxDepth < 1) {
    throw new AppError(
      'operation.parameter-invalid',
      `Parameter maxDepth: ${maxDepth} is not positive; 1 takes what is directly in the folder`,
    );
  }
}
