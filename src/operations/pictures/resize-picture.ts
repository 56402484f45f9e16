import { defineOperation, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isReadablePicture, thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import { conversionError } from '../../conversion/conversion-error.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { heifPictureAt } from '../../conversion/heif-picture.ts';
import type { ResizedPicture, ResizeParams } from '../../conversion/tasks/resize-picture.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';
import { pictureView } from '../parts/picture-view.ts';

interface Size {
  readonly maxWidth: number;
  readonly maxHeight: number;
}

export const resizePictureOperation = defineOperation({
  id: 'Picture.Resize',
  aliases: ['Picture.resize'],
  label: 'Resize a picture',
  category: 'Conversion',
  description:
    'Returns a picture that fits into the given size, in its proportions and never enlarged; an empty file where the input is no picture.',
  params: {
    maxHeight: required('int', 'Its height in pixels at most; 0 for any.'),
    maxWidth: required('int', 'Its width in pixels at most; 0 for any.'),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob, size) => resized(context, blob, size),
    },
    {
      input: 'document',
      output: 'blob',
      async run(context, document, size) {
        const view = pictureView(document, 'Original');
        const blob = view
          ? OperationBlob.stored(view.blob, { document, xpath: view.xpath })
          : mainBlobOf(document);
        return blob ? resized(context, blob, size) : OperationBlob.empty(`${document.name}.null`);
      },
    },
  ],
});

/** @throws AppError request.invalid, operation.failed when the picture cannot be read, conversion.busy */
async function resized(
  context: OperationContext,
  blob: OperationBlob,
  size: Size,
): Promise<OperationBlob> {
  for (const name of ['maxWidth', 'maxHeight'] as const) requireSize(name, size[name]);
  if (!isReadablePicture(blob)) {
    return OperationBlob.empty(`${blob.name ?? 'file'}.null`);
  }
  const format = formatOf(blob.mimeType);
  const params = paramsOf(size, format);
  const input = { sizeBytes: blob.sizeBytes, open: () => context.openBlob(blob) };
  try {
    return await context.awaitOutside((signal) =>
      context.workbench.work(
        [input],
        async (place) => {
          const isHeif = thumbnailFormatOf(blob) === 'heif';
          const decoded = isHeif ? { decoded: await heifPictureAt(place) } : {};
          const all = { ...params, ...decoded };
          const made = (await place.runTask('resize-picture', all)) as ResizedPicture;
          const naming = {
            name: nameOf(blob, format),
            mimeType: `image/${format}`,
            encoding: null,
          };
          return context.createBlob({ path: made.file }, naming);
        },
        signal ? { signal } : {},
      ),
    );
  } catch (error) {
    if (!(error instanceof NothingMade)) throw conversionError(error);
    throw operationFailed(`${blob.name ?? 'the file'} cannot be resized: ${error.message}`);
  }
}

const pixelsMax = 20_000;

/** @throws AppError request.invalid */
function requireSize(name: string, pixels: number): void {
  if (Number.isInteger(pixels) && pixels >= 0 && pixels <= pixelsMax) return;
  const remedy = `send a whole number up to ${pixelsMax}, or 0 for any size`;
  throw new AppError('request.invalid', `${name}: ${pixels} is no size; ${remedy}`);
}

/** Formats that browsers show and that may be transparent are kept. */
function formatOf(mimeType: string | null): ResizeParams['format'] {
  const kept = (['png', 'gif', 'webp'] as const).find((format) => mimeType?.includes(format));
  return kept ?? 'jpeg';
}

function paramsOf({ maxWidth, maxHeight }: Size, format: ResizeParams['format']): ResizeParams {
  return { width: maxWidth || pixelsMax, height: maxHeight || pixelsMax, format };
}

function nameOf({ name }: OperationBlob, format: ResizeParams['format']): string {
  const ending = format === 'jpeg' ? 'jpg' : format;
  const base = (name ?? 'picture').replace(/\.[^./\\]{1,10}$/, '');
  return `${base}.${ending}`;
}
