import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { type CaptionFormat, readCaptions } from '../../conversion/media/video-captions.ts';
import { convertBlobs } from '../parts/convert-blobs.ts';
import { invalid, nameOf, secondsOf, videoOf, xpathParam } from '../parts/video-inputs.ts';

const mimeTypes: Readonly<Record<CaptionFormat, string>> = {
  ttxt: 'text/plain',
  srt: 'application/x-subrip',
  txt: 'text/plain',
};

interface Wish {
  readonly endAt: string | null;
  readonly outFormat: string | null;
  readonly startAt: string | null;
}

export const extractClosedCaptionsOperation = defineOperation({
  id: 'Video.ExtractClosedCaptions',
  label: 'Extracts closed captions from the video.',
  category: 'Conversion',
  description:
    'Returns the first captions of the input video that are stored as text. Needs ffmpeg on the machine of the server.',
  params: {
    endAt: optional('string', 'Up to where, such as 90 or 00:01:30; the end by default.'),
    outFormat: optional(
      'string',
      'How they are written: srt (SubRip), txt (the words), or ttxt, the default (a line with the times and the words of each).',
      { values: Object.keys(mimeTypes) },
    ),
    startAt: optional('string', 'From where, such as 90 or 00:01:30; the beginning by default.'),
    xpath: xpathParam,
  },
  methods: [
    { input: 'blob', output: 'blob', loops: true, run: extract },
    {
      input: 'document',
      output: 'blob',
      loops: true,
      run: (context, document, params) => extract(context, videoOf(document, params.xpath), params),
    },
  ],
});

async function extract(
  context: OperationContext,
  video: OperationBlob,
  { endAt, outFormat, startAt }: Wish,
): Promise<OperationBlob> {
  const format = formatOf(outFormat);
  const from = secondsOf('startAt', startAt);
  const until = secondsOf('endAt', endAt);
  if (until !== null && until <= (from ?? 0)) throw invalid('endAt: must be later than startAt');
  const naming = {
    name: nameOf(video, '', format),
    mimeType: mimeTypes[format],
    encoding: 'UTF-8',
  };
  return convertBlobs(context, [video], async (place) => {
    const [path = ''] = place.inputs;
    const text = await readCaptions(place, path, { from, until, format });
    return context.createBlob(Buffer.from(text), naming);
  });
}

/** @throws AppError operation.parameter-invalid */
function formatOf(given: string | null): CaptionFormat {
  const name = given?.trim() || 'ttxt';
  if (Object.hasOwn(mimeTypes, name)) return name as CaptionFormat;
  const known = Object.keys(mimeTypes).join(', ');
  throw invalid(`outFormat: ${name.slice(0, 50)} is none of ${known}`);
}
