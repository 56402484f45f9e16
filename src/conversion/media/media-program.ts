import { NothingMade } from '../external-program.ts';
import { conversionLimits } from '../limits.ts';
import type { WorkPlace } from '../workshop.ts';

/** Of files that hold a video themselves: playlists and scripts would name other files to be read. */
export const videoFormats =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,ogg,flv,asf,gif,mxf,dv';

/** Of files that hold sound. */
const soundFormats = 'mp3,flac,wav,w64,aac,ac3,aiff,ape,wv,amr,au,caf,dsf';

/** A second thread helps with large videos; more would take the processors from the server. */
const threads = ['-threads', '2'];

/** What has to be said of every file before its path. */
export const inputBounds: readonly string[] = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', `${videoFormats},${soundFormats}`],
  ...['-max_pixels', String(conversionLimits.pixelsMax)],
];

/** Arguments that read a video or a sound, after options of the input such as where to begin. */
export function inputFile(path: string, options: readonly string[] = []): readonly string[] {
  return [...inputBounds, ...threads, ...options, '-i', `file:${path}`];
}

interface FfmpegCall {
  /** Made by `inputFile`, and filters. */
  readonly input: readonly string[];
  /** Ends with the path of the result. */
  readonly output: readonly string[];
}

/** Rare: a second thread reads what this one writes. */
const progress = ['-nostats', '-progress', 'pipe:1', '-stats_period', '30'];

/**
 * Runs `ffmpeg`, which writes files to the folder.
 *
 * @throws NothingMade when it fails; ProgramMissing, WorkExhausted
 */
export async function runFfmpeg(place: WorkPlace, { input, output }: FfmpegCall): Promise<void> {
  const args = ['-nostdin', '-loglevel', 'quiet', ...progress, ...input, ...threads, ...output];
  // It reports its progress if it reaches the end; files that it began to write say nothing.
  const report = await place.runProgram('ffmpeg', args);
  if (report.length === 0) throw new NothingMade('ffmpeg cannot read it, or not make this of it');
}
