import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { defaultRenditionName } from '../../content/renditions.ts';
import { changeTokenOf } from '../../model/document.ts';
import type { StoredRendition } from '../../model/stored-rendition.ts';
import { publishDocument } from '../../repository/editing/publishing.ts';
import { makeRendition } from '../parts/make-rendition.ts';

export const publishToSectionOperation = defineOperation({
  id: 'Document.PublishToSection',
  aliases: ['Document.PublishRendition', 'Document.Publish'],
  label: "Publish Document's Rendition",
  category: 'Document',
  description:
    'Shows the input document as it is now, or a rendition of it, in a section and returns the proxy there.',
  params: {
    target: required('document', 'The section.'),
    defaultRendition: withDefault('boolean', false, {
      description: 'Whether to publish the default rendition instead of the document.',
    }),
    override: withDefault('boolean', true, {
      description: 'Whether to replace what the section already shows of the document.',
      values: ['true'],
    }),
    renditionName: optional('string', 'The rendition to publish instead of the document.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { target, override, renditionName, defaultRendition }) {
        const name =
          renditionName ||
          (defaultRendition ? defaultRenditionName(document, 'publish') : undefined);
        const rendition = name ? await renditionToPublish(context, document.id, name) : undefined;
        return context.write((unit) =>
          publishDocument(unit, {
            id: document.id,
            targetId: target.id,
            overrides: override,
            rendition,
          }),
        );
      },
    },
  ],
});

/** Made before the transaction begins: other writers do not wait for it. */
async function renditionToPublish(
  context: OperationContext,
  id: DocumentId,
  name: string,
): Promise<StoredRendition> {
  const document = await context.load({ id });
  const made = await makeRendition(context, document, name);
  if (!made) {
    throw new AppError('resource.not-found', `No Blob was found for rendition '${name}'`);
  }
  const sourceToken = changeTokenOf(document);
  return { name, sourceToken, blob: await context.storeBlob(made) };
}
