import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { containerOf, videoCodecs } from '../../conversion/media/video-codecs.ts';
import { watermarkVideo } from '../../conversion/media/watermark-video.ts';
import type { ResizedPicture, ResizeParams } from '../../conversion/tasks/resize-picture.ts';
import { convertBlobs } from '../parts/convert-blobs.ts';
import { invalid, nameOf, videoOf, xpathParam } from '../parts/video-inputs.ts';

interface Mark {
  readonly watermark: WorkingDocument;
  readonly x: string | null;
  readonly y: string | null;
}

/** Pixels; a larger picture is reduced. */
const sideMax = 4_096;

export const watermarkVideoOperation = defineOperation({
  id: 'Video.AddWatermark',
  label: 'Watermarks a Video with a Picture',
  category: 'Files',
  description:
    'Returns the input video with a picture on it. Needs ffmpeg on the machine of the server.',
  params: {
    watermark: required('document', 'The document whose main file is the picture.'),
    x: optional('string', 'Pixels from the left side; 0 by default.', { values: ['0'] }),
    xpath: xpathParam,
    y: optional('string', 'Pixels from the upper side; 0 by default.', { values: ['0'] }),
  },
  methods: [
    { input: 'blob', output: 'blob', loops: true, run: addWatermark },
    {
      input: 'document',
      output: 'blob',
      loops: true,
      run: (context, document, params) =>
        addWatermark(context, videoOf(document, params.xpath), params),
    },
  ],
});

async function addWatermark(
  context: OperationContext,
  video: OperationBlob,
  { watermark, x: left, y: top }: Mark,
): Promise<OperationBlob> {
  const [x, y] = [pixelsOf('x', left), pixelsOf('y', top)];
  const container = containerOf(video.mimeType);
  const { mimeType, extension } = videoCodecs[container];
  const naming = { name: nameOf(video, '-watermarked', extension), mimeType, encoding: null };
  // Pictures are read by the library for pictures: ffmpeg gets what that has made. It reads the first file.
  const files = [videoOf(watermark, null), video];
  return convertBlobs(context, files, async (place) => {
    const [, path = ''] = place.inputs;
    const size: ResizeParams = { width: sideMax, height: sideMax, format: 'png' };
    const { file: picture } = (await place.runTask('resize-picture', size)) as ResizedPicture;
    const file = await watermarkVideo(place, path, { picture, x, y, container });
    return context.createBlob({ path: file }, naming);
  });
}

/** @throws AppError operation.parameter-invalid */
function pixelsOf(name: string, text: string | null): number {
  const given = text?.trim() || '0';
  if (/^-?\d{1,5}$/.test(given)) return Number(given);
  throw invalid(`${name}: ${given.slice(0, 50)} is no whole number of pixels`);
}
