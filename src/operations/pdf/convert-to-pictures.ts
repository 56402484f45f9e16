import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { inParallel } from '../../base/parallel.ts';
import type { PdfPictures, PicturesParams } from '../../conversion/tasks/pdf-pictures.ts';
import type { WorkPlace } from '../../conversion/workshop.ts';
import {
  emptyXpathParameter,
  keyOf,
  passwordParameter,
  requireBlobAt,
} from '../parts/pdf-parameters.ts';
import { shownName, workOnPdfs } from '../parts/pdf-work.ts';

/** Of a file. */
const pagesMax = 200;
/** In one process, which may compute for a limited time. */
const pagesAtOnce = 25;
const storedTogether = 4;

export const convertToPicturesOperation = defineOperation({
  id: 'PDF.ConvertToPictures',
  label: 'PDF: Convert to Pictures',
  category: 'Conversion',
  description: `Returns a PNG of each page of a PDF in the input document, with 150 pixels per inch; of at most ${pagesMax} pages.`,
  params: {
    fileName: withDefault('string', '', {
      description:
        'The beginning of their names, before the number of the page; by default the name of the file.',
    }),
    password: passwordParameter,
    xpath: emptyXpathParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'bloblist',
      async run(context, document, { fileName, password, xpath }) {
        const blob = requireBlobAt(document, xpath);
        const base = fileName.trim() || (blob.name ?? 'page').replace(/\.pdf$/i, '-');
        const params = { name: shownName(blob), key: keyOf('password', password) };
        return workOnPdfs(context, [blob], (place) => pictures(context, { place, params, base }));
      },
    },
  ],
});

const naming = { mimeType: 'image/png', encoding: null };

interface Drawing {
  readonly place: WorkPlace;
  readonly params: Pick<PicturesParams, 'name' | 'key'>;
  /** Of the names. */
  readonly base: string;
}

async function pictures(
  context: OperationContext,
  { place, params, base }: Drawing,
): Promise<readonly OperationBlob[]> {
  const paths: string[] = [];
  for (let isDone = false; !isDone; ) {
    const wanted: PicturesParams = { ...params, first: paths.length, count: pagesAtOnce, pagesMax };
    const { files, pageCount } = (await place.runTask('pdf-pictures', wanted)) as PdfPictures;
    paths.push(...files);
    isDone = paths.length >= pageCount || files.length === 0;
  }
  return inParallel([...paths.entries()], storedTogether, ([index, path]) =>
    context.createBlob({ path }, { ...naming, name: `${base}${index + 1}.png` }),
  );
}
