import { join } from 'node:path';
import { viewFileName } from '../../content/picture-conversions.ts';
import type { VideoConversionName } from '../../content/video-conversions.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { inspectMedia, type MediaInfo } from '../../conversion/media/media-info.ts';
import { takePicture } from '../../conversion/media/video-picture.ts';
import type { MadeViews } from '../../conversion/tasks/picture-views.ts';
import { WorkExhausted, type WorkPlace } from '../../conversion/workshop.ts';
import type { BlobValue, ComplexValue } from '../../model/value.ts';
import type { MediaDesk, MediaHandler } from './media-work.ts';
import { viewOf } from './picture-values.ts';

/**
 * What a video says about itself, pictures out of it, and a request for the conversions that are made of every
 * video: they take much longer, and another job makes them.
 */
export function videoHandler(conversions: readonly VideoConversionName[]): MediaHandler {
  return {
    compute: ({ blob, input }, desk) =>
      desk.work({ blob, input }, async (place) => {
        const [path = ''] = place.inputs;
        const info = await inspectMedia(place, path);
        if (info.width === null) throw new NothingMade('the file has no video');
        const film: Film = { path, duration: info.duration ?? 0, blob };
        const values = {
          'vid:info': infoValue(info),
          'vid:storyboard': await storyboardOf(film, place, desk),
          'picture:views': await viewsOf(film, place, desk),
        };
        return { properties: values, defaults: {}, conversions };
      }),
  };
}

/** As it is stored. */
export function infoValue({ streams, ...info }: MediaInfo): ComplexValue {
  return { ...info, streams: streams.map((stream) => ({ ...stream })) };
}

interface Film {
  readonly path: string;
  /** Seconds; 0 if it is not known. */
  readonly duration: number;
  readonly blob: BlobValue;
}

const scenesMax = 9;
const sceneSideMax = 400;

/** Pictures in the middle of equal parts of the video, of which each has a second at least. */
async function storyboardOf(
  { path, duration, blob }: Film,
  place: WorkPlace,
  desk: MediaDesk,
): Promise<readonly ComplexValue[]> {
  const count = Math.min(scenesMax, Math.max(1, Math.floor(duration)));
  const scenes: ComplexValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const second = Math.round(((index + 0.5) * duration * 1_000) / count) / 1_000;
    const file = join(place.out, `scene${index}.jpg`);
    if (!(await isTaken(place, path, { second, sideMax: sceneSideMax, file }))) continue;
    const comment = timeText(second);
    const name = viewFileName(comment.replaceAll(':', '-'), blob.name);
    const content = await desk.keep(file, { name, mimeType: 'image/jpeg', encoding: null });
    scenes.push({ content, timecode: second, comment });
  }
  return scenes;
}

/** 3725 seconds are `01:02:05`. */
function timeText(second: number): string {
  const parts = [Math.floor(second / 3_600), Math.floor(second / 60) % 60, Math.floor(second) % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The longer sides of the pictures that stand for the video. */
const screenshots = [
  { title: 'Thumbnail', sideMax: 100 },
  { title: 'Small', sideMax: 560 },
  { title: 'Medium', sideMax: 1_000 },
];
/** The first seconds are often black. */
const screenshotSecond = 3;

async function viewsOf(
  { path, duration, blob }: Film,
  place: WorkPlace,
  desk: MediaDesk,
): Promise<readonly ComplexValue[]> {
  const file = join(place.out, 'screenshot.jpg');
  const second = duration > screenshotSecond ? screenshotSecond : 0;
  const sideMax = 1_000;
  const wishes = [second, 0].map((at) => ({ second: at, sideMax, file }));
  const [first, last] = wishes as [PictureWish, PictureWish];
  if (!(await isTaken(place, path, first)) && !(await isTaken(place, path, last))) return [];
  const made = (await place.runTask('picture-views', { views: screenshots }, [file])) as MadeViews;
  const views: ComplexValue[] = [];
  for (const { title, file: view, info } of made.views) {
    const naming = { name: viewFileName(title, blob.name), mimeType: 'image/jpeg', encoding: null };
    views.push(viewOf(title, await desk.keep(view ?? file, naming), info));
  }
  return views;
}

type PictureWish = Parameters<typeof takePicture>[2];

/** A video may have no picture at a place: one that is damaged, or that ends before it says. */
async function isTaken(place: WorkPlace, path: string, wish: PictureWish): Promise<boolean> {
  try {
    await takePicture(place, path, wish);
    return true;
  } catch (error) {
    if (error instanceof NothingMade && !(error instanceof WorkExhausted)) return false;
    throw error;
  }
}
