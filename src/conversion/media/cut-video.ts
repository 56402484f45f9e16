import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NothingMade } from '../external-program.ts';
import type { WorkPlace } from '../workshop.ts';
import { inputFile, runFfmpeg } from './media-program.ts';
import { codecsFor, firstStreams, type VideoContainer, videoCodecs } from './video-codecs.ts';

/** A container that keeps the streams of a file as they are: ffmpeg's name of it, and the ending of files. */
interface CopyFormat {
  readonly muxer: string;
  readonly extension: string;
}

/** By the type of the file, as a container cannot hold all streams of another. */
const copyFormats: Readonly<Record<string, CopyFormat>> = {
  'video/3gpp': { muxer: '3gp', extension: '3gp' },
  'video/mp2t': { muxer: 'mpegts', extension: 'ts' },
  'video/mp4': { muxer: 'mp4', extension: 'mp4' },
  'video/mpeg': { muxer: 'mpeg', extension: 'mpg' },
  'video/ogg': { muxer: 'ogg', extension: 'ogv' },
  'video/quicktime': { muxer: 'mov', extension: 'mov' },
  'video/webm': { muxer: 'webm', extension: 'webm' },
  'video/x-flv': { muxer: 'flv', extension: 'flv' },
  'video/x-matroska': { muxer: 'matroska', extension: 'mkv' },
  'video/x-msvideo': { muxer: 'avi', extension: 'avi' },
};

export function copyFormatOf(mimeType: string | null): CopyFormat | undefined {
  return copyFormats[mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''];
}

interface Slice {
  /** Seconds. */
  readonly from: number;
  /** Seconds; null: up to the end. */
  readonly duration: number | null;
  /** Encoded again, or cut at the nearest pictures that are stored as a whole. */
  readonly as: VideoContainer | CopyFormat;
}

/** The path of a part of a video. @throws NothingMade, of which are ProgramMissing and WorkExhausted */
export async function sliceVideo(
  place: WorkPlace,
  path: string,
  { from, duration, as }: Slice,
): Promise<string> {
  const until = duration === null ? [] : ['-t', duration.toFixed(3)];
  const isEncoded = typeof as === 'string';
  const extension = isEncoded ? videoCodecs[as].extension : as.extension;
  const file = join(place.out, `slice.${extension}`);
  const codecs = isEncoded ? [...evenSize, ...codecsFor(as)] : ['-c', 'copy', '-f', as.muxer];
  await runFfmpeg(place, {
    input: inputFile(path, ['-ss', from.toFixed(3)]),
    output: [...until, ...firstStreams, ...codecs, `file:${file}`],
  });
  return file;
}

/** The codecs want even numbers. */
const evenSize = ['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2'];

/** More would be files that are made by mistake. */
export const partsMax = 100;

/**
 * The paths of parts of a video, in their order. A part begins with a picture that is stored as a whole.
 *
 * @throws NothingMade, of which are ProgramMissing and WorkExhausted
 */
export async function splitVideo(
  place: WorkPlace,
  path: string,
  { seconds, as }: { readonly seconds: number; readonly as: CopyFormat },
): Promise<readonly string[]> {
  const segments = ['-f', 'segment', '-segment_time', seconds.toFixed(3), '-reset_timestamps', '1'];
  const name = `part-%06d.${as.extension}`;
  await runFfmpeg(place, {
    input: inputFile(path),
    output: [
      ...firstStreams,
      '-c',
      'copy',
      ...segments,
      '-segment_format',
      as.muxer,
      join(place.out, name),
    ],
  });
  const names = (await readdir(place.out)).filter((each) => each.startsWith('part-')).sort();
  if (names.length > partsMax) throw new NothingMade(`it would be more than ${partsMax} parts`);
  return names.map((each) => join(place.out, each));
}
