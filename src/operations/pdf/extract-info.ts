import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import type { FileInfo, InfoParams, PdfInfo } from '../../conversion/tasks/pdf-info.ts';
import { findBlobAt, pdfXpathParameter, wrongParameter } from '../parts/pdf-parameters.ts';
import { shownName, workOnPdfs } from '../parts/pdf-work.ts';
import { lockIfNested, requirePlace } from '../parts/property-places.ts';
import { saveParameter } from '../parts/save-parameter.ts';

/** What the store knows of the file, and what is read from it. */
const labels = [
  'File name',
  'File size',
  'PDF version',
  'Page count',
  'Page size',
  'Page width',
  'Page height',
  'Page layout',
  'Title',
  'Author',
  'Subject',
  'PDF producer',
  'Content creator',
  'Creation date',
  'Modification date',
  'Encrypted',
  'Keywords',
  'Media box width',
  'Media box height',
  'Crop box width',
  'Crop box height',
  'Can Print',
  'Can Modify',
  'Can Extract',
  'Can Modify Annotations',
  'Can Fill Forms',
  'Can Extract for Accessibility',
  'Can Assemble',
  'Can Print Degraded',
];

export const extractInfoOperation = defineOperation({
  id: 'PDF.ExtractInfo',
  label: 'PDF: Extract Info',
  category: 'Document',
  description: `Sets properties of the input document to what its PDF says of itself; without a PDF they are emptied. Returns the document. The information is: ${labels.join(', ')}.`,
  params: {
    properties: withDefault('properties', new Map(), {
      description: 'For each property the information that it gets, such as dc:title=Title.',
    }),
    save: saveParameter,
    xpath: pdfXpathParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { properties, save, xpath }) {
        const wanted = readWanted(document, properties);
        const blob = findBlobAt(document, xpath);
        const info = blob && wanted.size > 0 ? await infoOf(context, blob, wanted) : null;
        const target = await lockIfNested(context, document, [...wanted.keys()].join(' '));
        const pairs = [...wanted].map(
          ([property, label]) => [property, valueFor(target, property, info?.[label])] as const,
        );
        const { shape, properties: current } = target;
        const changes = await context.readProperties(new Map(pairs), { shape, current });
        return saveChanges(context, target, { changes, saves: save });
      },
    },
  ],
});

/** @throws AppError operation.failed, operation.parameter-invalid */
function readWanted(document: WorkingDocument, given: PropertyMap): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const [property, label] of given) {
    const text = String(label).trim();
    if (!labels.includes(text)) {
      throw wrongParameter(`properties, ${property.slice(0, 100)}`, `one of ${labels.join(', ')}`);
    }
    wanted.set(requirePlace(document, property).text, text);
  }
  return wanted;
}

async function infoOf(
  context: OperationContext,
  blob: OperationBlob,
  wanted: ReadonlyMap<string, string>,
): Promise<PdfInfo | null> {
  const needsPageLayout = [...wanted.values()].includes('Page layout');
  const params: InfoParams = { name: shownName(blob), needsPageLayout };
  const { info } = await workOnPdfs(
    context,
    [blob],
    async (place) => (await place.runTask('pdf-info', params)) as FileInfo,
  );
  return info && { 'File name': blob.name, 'File size': blob.sizeBytes, ...info };
}

/** As a text that the type of the property can be read from. */
function valueFor(
  document: WorkingDocument,
  property: string,
  value: PdfInfo[string] | undefined,
): string | null {
  const { type } = requirePlace(document, property).field;
  if (value === null || value === undefined) return null;
  return String(type === 'long' && typeof value === 'number' ? Math.round(value) : value);
}
