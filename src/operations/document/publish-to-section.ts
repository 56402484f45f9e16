import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { publishDocument } from '../../repository/editing/publishing.ts';

export const publishToSectionOperation = defineOperation({
  id: 'Document.PublishToSection',
  aliases: ['Document.PublishRendition', 'Document.Publish'],
  label: "Publish Document's Rendition",
  category: 'Document',
  description: 'Shows the input document as it is now in a section and returns the proxy there.',
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
        if (renditionName) refuseRendition('renditionName');
        if (defaultRendition) refuseRendition('defaultRendition');
        return context.write((unit) =>
          publishDocument(unit, {
            id: document.id,
            targetId: target.id,
            overrides: override,
          }),
        );
      },
    },
  ],
});

function refuseRendition(param: string): never {
  throw new AppError(
    'server.not-implemented',
    `Parameter ${param}: renditions are not available on this server yet; publish the document itself`,
  );
}
