import { type ExportSource, exportArchive, exportXml } from '../../archives/export-archive.ts';
import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';

export const exportDocumentOperation = defineOperation({
  id: 'Document.Export',
  label: 'Document Export',
  category: 'Services',
  description:
    'Returns the input document as XML, or as an archive of its XML and its files, with all that is below it if asked for.',
  params: {
    exportAsTree: withDefault('boolean', false, {
      description: 'Whether to return an archive of the document and all documents below it.',
    }),
    exportAsZip: withDefault('boolean', false, {
      description: 'Whether to return an archive of the document with its files.',
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'blob',
      async run(context, { id }, { exportAsTree: isTree, exportAsZip }) {
        const source = sourceOf(context);
        if (isTree || exportAsZip) {
          const naming = { name: 'export.zip', mimeType: 'application/zip', encoding: null };
          return context.createBlob(await exportArchive(source, { id, isTree }), naming);
        }
        const naming = { name: 'document.xml', mimeType: 'text/xml', encoding: 'UTF-8' };
        return context.createBlob(await exportXml(source, id), naming);
      },
    },
  ],
});

function sourceOf(context: OperationContext): ExportSource {
  return {
    read: async (work) => {
      await context.takeTurn(0);
      return context.read(work);
    },
    blobs: context.blobServices.blobs,
    nowMs: context.nowMs,
  };
}
