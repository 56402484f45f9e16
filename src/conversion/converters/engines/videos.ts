import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NothingMade } from '../../external-program.ts';
import { inputFile, runFfmpeg } from '../../media/media-program.ts';
import { type Engine, type EngineStep, numberOf, sideOf } from './engine.ts';

const codecs: Readonly<Record<string, readonly string[]>> = {
  'video/mp4':
    'mp4 -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac -movflags +faststart'.split(' '),
  'video/ogg': 'ogg -c:v libtheora -q:v 6 -c:a libvorbis'.split(' '),
  'video/webm': 'webm -c:v libvpx -deadline realtime -cpu-used 5 -b:v 1M -c:a libvorbis'.split(' '),
  'video/x-msvideo': 'avi -c:v mpeg4 -q:v 5 -c:a libmp3lame'.split(' '),
};

/** Never larger than the video, in its proportions, with the even sides that the codecs need. */
function scaleOf(step: EngineStep): string {
  const width = sideOf(step, 'width') ?? 'iw';
  const height = sideOf(step, 'height') ?? 'ih';
  return `scale='min(${width},iw)':'min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
}

export const video: Engine = async (step) => {
  const [format = 'mp4', ...codec] = codecs[step.to] ?? [];
  const made = join(step.folder, `video.${format}`);
  const output = ['-vf', scaleOf(step), '-sn', '-dn', ...codec, '-f', format, made];
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
