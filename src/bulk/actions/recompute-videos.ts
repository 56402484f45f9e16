import { type VideoConversionName, videoConversionNames } from '../../content/video-conversions.ts';
import { isProxy } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { lockDocuments } from '../../repository/documents/find-many.ts';
import { hasMediaValues, mediaContentOf } from '../../repository/renditions/media-content.ts';
import { requestMedia } from '../../repository/renditions/media-work.ts';
import { type BulkParams, defineBulkAction } from '../action.ts';
import { invalidParameter, readFlag, refuseOthers } from '../invalid-parameter.ts';

const name = 'recomputeVideoConversion';

interface Recomputation {
  readonly conversions: readonly VideoConversionName[];
  /** Also of videos that have been described; without it of the others only. */
  readonly isForAllInfo: boolean;
}

/** Of videos that have not been converted. */
const missingQuery =
  "SELECT * FROM Document WHERE ecm:mixinType = 'Video' AND ecm:isProxy = 0 AND ecm:isVersion = 0 AND vid:transcodedVideos/0/name IS NULL";

interface VideosRequest {
  readonly query: string;
  readonly conversionNames: readonly string[];
  readonly isForAllInfo: boolean;
}

/** The query and parameters of a command; without a query, for all videos that have not been converted. */
export function videosCommand({ query, conversionNames, isForAllInfo }: VideosRequest) {
  const params = {
    xpath: mainBlobXpath,
    conversionNames,
    onlyRecomputeMissingVideoInfo: isForAllInfo,
  };
  return { query: query.trim() || missingQuery, params };
}

export const recomputeVideosAction = defineBulkAction<Recomputation>({
  name,
  description:
    'Describes videos (onlyRecomputeMissingVideoInfo: true for all, false for those without a description) and converts them again, in the background.',
  bucketSize: 250,
  batchSize: 25,
  parse: (params) => {
    refuseOthers(params, ['xpath', 'conversionNames', 'onlyRecomputeMissingVideoInfo'], name);
    if ((params.xpath ?? mainBlobXpath) !== mainBlobXpath) {
      throw invalidParameter('xpath', name, `videos are in ${mainBlobXpath}`);
    }
    const isForAllInfo = readFlag(params, 'onlyRecomputeMissingVideoInfo', {
      action: name,
      otherwise: false,
    });
    return { conversions: readConversions(params), isForAllInfo };
  },
  async run(unit, { items, params }) {
    const documents = [...(await lockDocuments(unit, items)).values()];
    const videos = documents.flatMap((document) => {
      const content = isProxy(document) ? undefined : mediaContentOf(document);
      return content?.kind === 'video' ? [{ document, blob: content.blob }] : [];
    });
    const requested = videos.flatMap(({ document, blob }) => {
      const isDescribed = !params.isForAllInfo && hasMediaValues(document, 'video');
      const kinds = isDescribed ? params.conversions : (['video', ...params.conversions] as const);
      return kinds.map((kind) => ({ documentId: document.id, kind, blob }));
    });
    await requestMedia(unit.handle, requested);
    return { skipped: items.length - videos.length };
  },
});

/** An empty list is all of them. @throws AppError request.invalid */
function readConversions({ conversionNames = [] }: BulkParams): readonly VideoConversionName[] {
  if (!Array.isArray(conversionNames)) {
    throw invalidParameter('conversionNames', name, 'send a list of names');
  }
  const known: readonly unknown[] = videoConversionNames;
  if (!conversionNames.every((each) => known.includes(each))) {
    throw invalidParameter('conversionNames', name, `the names are ${known.join(', ')}`);
  }
  return conversionNames.length === 0 ? videoConversionNames : conversionNames;
}
