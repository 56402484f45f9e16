import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { copyFormatOf, sliceVideo } from '../../conversion/media/cut-video.ts';
import { inspectMedia } from '../../conversion/media/media-info.ts';
import { containerOf, videoCodecs } from '../../conversion/media/video-codecs.ts';
import { convertBlobs } from '../parts/convert-blobs.ts';
import {
  invalid,
  lengthOf,
  nameOf,
  secondsOf,
  videoOf,
  xpathParam,
} from '../parts/video-inputs.ts';

interface Cut {
  readonly startAt: string | null;
  readonly duration: string | null;
  readonly encode: boolean;
}

export const sliceVideoOperation = defineOperation({
  id: 'Video.Slice',
  label: 'SliceVideo the video for a given duration and startAt time.',
  category: 'Conversion',
  description: 'Returns a part of the input video. Needs ffmpeg on the machine of the server.',
  params: {
    duration: optional(
      'string',
      'How long it is, such as 90 or 00:01:30; up to the end by default.',
    ),
    encode: withDefault('boolean', true, {
      description:
        'Encodes it again, so that it begins where it should; false is faster, and begins with the picture before that is stored as a whole.',
      values: ['true'],
    }),
    startAt: optional('string', 'Where it begins, such as 90 or 00:01:30; 00:00 by default.'),
    xpath: xpathParam,
  },
  methods: [
    { input: 'blob', output: 'blob', loops: true, run: slice },
    {
      input: 'document',
      output: 'blob',
      loops: true,
      run: (context, document, params) => slice(context, videoOf(document, params.xpath), params),
    },
  ],
});

async function slice(
  context: OperationContext,
  video: OperationBlob,
  { startAt, duration: length, encode }: Cut,
): Promise<OperationBlob> {
  const from = secondsOf('startAt', startAt) ?? 0;
  const duration = lengthOf('duration', length);
  const copied = encode ? undefined : copyFormatOf(video.mimeType);
  if (!encode && !copied) {
    throw invalid(
      `encode: videos of type ${video.mimeType} cannot be cut without encoding; leave it out`,
    );
  }
  const container = containerOf(video.mimeType);
  const { extension } = copied ?? videoCodecs[container];
  const mimeType = copied ? video.mimeType : videoCodecs[container].mimeType;
  const naming = { name: nameOf(video, '-part', extension), mimeType, encoding: null };
  return convertBlobs(context, [video], async (place) => {
    const [path = ''] = place.inputs;
    const { duration: whole } = await inspectMedia(place, path);
    if (whole !== null && from >= whole) {
      throw new NothingMade(`it has ${whole.toFixed(1)} seconds, and startAt is after its end`);
    }
    const file = await sliceVideo(place, path, { from, duration, as: copied ?? container });
    return context.createBlob({ path: file }, naming);
  });
}
