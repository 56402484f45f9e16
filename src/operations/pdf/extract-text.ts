import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import type { PdfText, TextParams } from '../../conversion/tasks/pdf-text.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import type { Xpath } from '../../model/xpath.ts';
import {
  keyOf,
  passwordParameter,
  requireBlobAt,
  wrongParameter,
} from '../parts/pdf-parameters.ts';
import { shownName, workOnPdfs } from '../parts/pdf-work.ts';
import { clearedAt, lockIfNested, requirePlace } from '../parts/property-places.ts';

export const extractTextOperation = defineOperation({
  id: 'PDF.ExtractText',
  label: 'PDF: Extract Text',
  category: 'Document',
  description:
    'Sets a property of the input document to the text of its PDF, to the first line that has a text, or to the end of that line; without such a line the property is emptied. Returns the document.',
  params: {
    password: passwordParameter,
    patterntofind: optional('string', 'A text: only the line that has it is wanted.'),
    pdfxpath: withDefault('string', mainBlobXpath, {
      description: 'Where the PDF is in the document.',
    }),
    removepatternfromresult: withDefault('boolean', false, {
      description: 'Whether only what follows that text in its line is wanted.',
    }),
    save: withDefault('boolean', false, { description: 'Whether to store the change at once.' }),
    targetxpath: optional('string', 'The property that gets the text.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { pdfxpath, targetxpath, save, ...wanted }) {
        if (!targetxpath) throw wrongParameter('targetxpath', 'a property such as dc:description');
        requireText(document, targetxpath);
        const text = await textOf(context, document, { pdfxpath, ...wanted });
        const target = await lockIfNested(context, document, targetxpath);
        const place = requireText(target, targetxpath);
        const { shape, properties: current } = target;
        const changes =
          text === null
            ? clearedAt(target, place)
            : await context.readProperties(new Map([[place.text, text]]), { shape, current });
        return saveChanges(context, target, { changes, saves: save });
      },
    },
  ],
});

/** @throws AppError operation.failed, operation.parameter-invalid */
function requireText(document: WorkingDocument, targetxpath: string): Xpath {
  const place = requirePlace(document, targetxpath);
  if (place.field.type === 'string') return place;
  throw wrongParameter('targetxpath', `a property that holds a text, unlike ${place.text}`);
}

interface Wanted {
  readonly pdfxpath: string;
  readonly password: string | null;
  readonly patterntofind: string | null;
  readonly removepatternfromresult: boolean;
}

async function textOf(
  context: OperationContext,
  document: WorkingDocument,
  { pdfxpath, password, patterntofind, removepatternfromresult }: Wanted,
): Promise<string | null> {
  const blob = requireBlobAt(document, pdfxpath);
  const params: TextParams = {
    name: shownName(blob),
    key: keyOf('password', password),
    pattern: patterntofind ?? '',
    removesPattern: removepatternfromresult,
  };
  const { text } = await workOnPdfs(
    context,
    [blob],
    async (place) => (await place.runTask('pdf-text', params)) as PdfText,
  );
  return text;
}
