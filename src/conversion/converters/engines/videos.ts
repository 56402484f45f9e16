import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NothingMade } from '../../external-program.ts';
import { inputFile, runFfmpeg } from '../../media/media-program.ts';
import { codecsFor, containerOf, firstStreams, videoCodecs } from '../../media/video-codecs.ts';
import { type Engine, type EngineStep, numberOf, sideOf } from './engine.ts';

/** Never larger than the video, in its proportions, with the even sides that the codecs need. */
function scaleOf(step: EngineStep): string {
  const width = sideOf(step, 'width') ?? 'iw';
  const height = sideOf(step, 'height') ?? 'ih';
  return `scale='min(${width},iw)':'min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
}

export const video: Engine = async (step) => {
  const container = containerOf(step.to);
  const made = join(step.folder, `video.${videoCodecs[container].extension}`);
  const output = [...firstStreams, '-vf', scaleOf(step), ...codecsFor(container), `file:${made}`];
  await runFfmpeg(step.place, { input: inputFile(step.file.path), output });
  return made;
};

const positionMax = 1_000_000;
/** The first pictures are often black. */
const usualPosition = 3;

export const videoPicture: Engine = async (step) => {
  const wanted = numberOf(step, 'position', { min: 0, max: positionMax });
  const made = join(step.folder, 'picture.jpg');
  for (const position of wanted === undefined ? [usualPosition, 0] : [wanted]) {
    const input = inputFile(step.file.path, ['-ss', String(position)]);
    const picture = ['-an', '-sn', '-dn', '-frames:v', '1', '-vf', scaleOf(step), '-c:v', 'mjpeg'];
    const output = [...picture, '-f', 'image2', '-update', '1', '-y', made];
    await runFfmpeg(step.place, { input, output });
    if (await isPresent(made)) return made;
  }
  throw new NothingMade('ffmpeg found no picture in the video at that position');
};

async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
}
