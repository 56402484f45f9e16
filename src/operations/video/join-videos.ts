import { defineOperation } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { joinVideos } from '../../conversion/media/join-videos.ts';
import { containerOf, videoCodecs } from '../../conversion/media/video-codecs.ts';
import { convertBlobs } from '../parts/convert-blobs.ts';
import { nameOf, videoOf, xpathParam } from '../parts/video-inputs.ts';

/** Each is read by a decoder of its own at the same time. */
const videosMax = 20;

export const joinVideosOperation = defineOperation({
  id: 'Video.Concat',
  label: 'Joins two or more videos sequentially.',
  category: 'Files',
  description:
    'Returns one video of the input videos, one after the other, in the size and type of the first one. Needs ffmpeg on the machine of the server.',
  params: { xpath: xpathParam },
  methods: [
    { input: 'bloblist', output: 'blob', run: join },
    {
      input: 'documents',
      output: 'blob',
      run: (context, documents, { xpath }) =>
        join(
          context,
          documents.map((document) => videoOf(document, xpath)),
        ),
    },
  ],
});

async function join(
  context: OperationContext,
  videos: readonly OperationBlob[],
): Promise<OperationBlob> {
  const [first] = videos;
  if (!first || videos.length < 2 || videos.length > videosMax) {
    throw operationFailed(`Give 2 to ${videosMax} videos; there are ${videos.length}`);
  }
  const container = containerOf(first.mimeType);
  const { mimeType, extension } = videoCodecs[container];
  const naming = { name: nameOf(first, '-concat', extension), mimeType, encoding: null };
  return convertBlobs(context, videos, async (place) =>
    context.createBlob({ path: await joinVideos(place, container) }, naming),
  );
}
