import { join } from 'node:path';
import { NothingMade } from '../external-program.ts';
import type { WorkPlace } from '../workshop.ts';
import { inspectMedia, type MediaInfo } from './media-info.ts';
import { inputFile, runFfmpeg } from './media-program.ts';
import { codecsFor, type VideoContainer, videoCodecs } from './video-codecs.ts';

/**
 * One video of all files of the place, one after the other, in the size of the first one; returns its path.
 *
 * They are decoded: a list of files for ffmpeg (`concat`) would also be read when it is one of the files.
 *
 * @throws NothingMade, of which are ProgramMissing and WorkExhausted
 */
export async function joinVideos(place: WorkPlace, container: VideoContainer): Promise<string> {
  const infos: MediaInfo[] = [];
  for (const path of place.inputs) infos.push(await inspectMedia(place, path));
  const file = join(place.out, `joined.${videoCodecs[container].extension}`);
  const hasSound = infos.some(isWithSound);
  const sound = hasSound ? ['-map', '[sound]'] : [];
  await runFfmpeg(place, {
    input: place.inputs.flatMap((path) => inputFile(path)),
    output: [
      ...['-filter_complex', joining(infos, hasSound), '-map', '[video]', ...sound],
      ...[...codecsFor(container), `file:${file}`],
    ],
  });
  return file;
}

function isWithSound({ streams }: MediaInfo): boolean {
  return streams.some(({ type }) => type === 'Audio');
}

/** The filters that give all videos the same size, rate and sound, and join them. */
function joining(infos: readonly MediaInfo[], hasSound: boolean): string {
  const [first] = infos;
  if (!first?.width || !first.height) throw new NothingMade('the first file has no video');
  const size = `${even(first.width)}:${even(first.height)}`;
  const fit = `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:-1:-1,setsar=1`;
  const rate = Math.min(first.frameRate ?? 25, 60);
  const filters = infos.map((_, index) => `[${index}:v:0]${fit},fps=${rate}[v${index}]`);
  const sounds = hasSound ? infos.map((info, index) => soundOf(info, index)) : [];
  const parts = infos.map((_, index) => (hasSound ? `[v${index}][a${index}]` : `[v${index}]`));
  const streams = `n=${infos.length}:v=1:a=${hasSound ? 1 : 0}`;
  const joined = `${parts.join('')}concat=${streams}[video]${hasSound ? '[sound]' : ''}`;
  return [...filters, ...sounds, joined].join(';');
}

const soundForm = 'aformat=sample_rates=44100:channel_layouts=stereo';

function soundOf(info: MediaInfo, index: number): string {
  if (isWithSound(info)) return `[${index}:a:0]${soundForm}[a${index}]`;
  const seconds = info.duration ?? 0;
  return `anullsrc=r=44100:cl=stereo:d=${seconds.toFixed(3)}[a${index}]`;
}

function even(pixels: number): number {
  return Math.max(2, 2 * Math.floor(pixels / 2));
}
