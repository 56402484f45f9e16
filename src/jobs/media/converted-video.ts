import { videoConversionNames, videoConversions } from '../../content/video-conversions.ts';
import { inspectMedia } from '../../conversion/media/media-info.ts';
import { transcodeVideo } from '../../conversion/media/transcode-video.ts';
import { videoCodecs } from '../../conversion/media/video-codecs.ts';
import type { BlobValue, ComplexValue, Properties, PropertyValue } from '../../model/value.ts';
import type { MediaHandler } from './media-work.ts';
import { infoValue } from './video-values.ts';

const xpath = 'vid:transcodedVideos';

/** A video in another format, added to those that the document has. */
function conversionHandler({ name, ...wanted }: (typeof videoConversions)[number]): MediaHandler {
  return {
    compute: (file, desk) =>
      desk.work(file, async (place) => {
        const [path = ''] = place.inputs;
        const made = await transcodeVideo(place, path, wanted);
        const info = infoValue(await inspectMedia(place, made));
        const { mimeType, extension } = videoCodecs[wanted.container];
        const naming = { name: nameOf(file.blob, extension), mimeType, encoding: null };
        const content = await desk.keep(made, naming);
        const merge = (present: Properties) => ({
          [xpath]: withVideo(present[xpath], { name, content, info }),
        });
        return { properties: {}, defaults: {}, merge };
      }),
  };
}

export const conversionHandlers: Readonly<Record<string, MediaHandler>> = Object.fromEntries(
  videoConversions.map((conversion) => [conversion.name, conversionHandler(conversion)]),
);

/** In place of an earlier one, in the order of the definitions. */
function withVideo(present: PropertyValue | undefined, video: ComplexValue): PropertyValue {
  const others = Array.isArray(present) ? (present as readonly ComplexValue[]) : [];
  const all = [...others.filter(({ name }) => name !== video.name), video];
  const names: readonly PropertyValue[] = videoConversionNames;
  return all.sort((a, b) => names.indexOf(a.name ?? null) - names.indexOf(b.name ?? null));
}

function nameOf({ name }: BlobValue, extension: string): string {
  return `${(name ?? 'video').replace(/\.[^./\\]{1,10}$/, '')}.${extension}`;
}
