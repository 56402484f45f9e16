import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { copyFormatOf, partsMax, splitVideo } from '../../conversion/media/cut-video.ts';
import { inspectMedia } from '../../conversion/media/media-info.ts';
import { convertBlobs } from '../parts/convert-blobs.ts';
import { invalid, lengthOf, nameOf, videoOf, xpathParam } from '../parts/video-inputs.ts';

export const sliceVideoInPartsOperation = defineOperation({
  id: 'Video.SliceInParts',
  aliases: ['Video.SliceInParts'],
  label: 'SliceVideo a Video in Parts with equal duration.',
  category: 'Conversion',
  description:
    'Returns the parts of the input video. Each begins with a picture that is stored as a whole, so they can be longer or shorter than asked for. Needs ffmpeg on the machine of the server.',
  params: {
    duration: optional(
      'string',
      'How long each part is, such as 90 or 00:01:30. It must be given.',
    ),
    xpath: xpathParam,
  },
  methods: [
    {
      input: 'blob',
      output: 'bloblist',
      run: (context, video, { duration }) => split(context, video, duration),
    },
    {
      input: 'document',
      output: 'bloblist',
      run: (context, document, { duration, xpath }) =>
        split(context, videoOf(document, xpath), duration),
    },
  ],
});

async function split(
  context: OperationContext,
  video: OperationBlob,
  duration: string | null,
): Promise<readonly OperationBlob[]> {
  const seconds = lengthOf('duration', duration);
  if (seconds === null) throw invalid('duration: give the seconds of each part, such as 60');
  const as = copyFormatOf(video.mimeType);
  if (!as)
    throw operationFailed(
      `Videos of type ${video.mimeType} cannot be cut without encoding; convert it to MP4 before`,
    );
  return convertBlobs(context, [video], async (place) => {
    const [path = ''] = place.inputs;
    const { duration: whole } = await inspectMedia(place, path);
    if ((whole ?? 0) / seconds > partsMax) {
      throw new NothingMade(`it would be more than ${partsMax} parts; give a longer duration`);
    }
    const parts: OperationBlob[] = [];
    for (const file of await splitVideo(place, path, { seconds, as })) {
      const name = nameOf(video, `-${String(parts.length + 1).padStart(3, '0')}`, as.extension);
      parts.push(
        await context.createBlob(
          { path: file },
          { name, mimeType: video.mimeType, encoding: null },
        ),
      );
    }
    return parts;
  });
}
