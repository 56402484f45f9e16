import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NothingMade } from '../external-program.ts';
import type { WorkPlace } from '../workshop.ts';
import { inputFile, runFfmpeg } from './media-program.ts';

/** `srt`: SubRip; `txt`: the words only; `ttxt`: a line for each with its times. */
export type CaptionFormat = 'srt' | 'ttxt' | 'txt';

interface CaptionWish {
  /** Seconds; null: from the beginning, or up to the end. */
  readonly from: number | null;
  readonly until: number | null;
  readonly format: CaptionFormat;
}

/** Captions of a film of three hours are a tenth of it. */
const bytesMax = 1024 * 1024;

/**
 * The first captions of a video that are text.
 *
 * @throws NothingMade when there are none; ProgramMissing, WorkExhausted
 */
export async function readCaptions(
  place: WorkPlace,
  path: string,
  { from, until, format }: CaptionWish,
): Promise<string> {
  const file = join(place.out, 'captions.srt');
  const begin = from === null ? [] : ['-ss', from.toFixed(3)];
  const end = until === null ? [] : ['-to', until.toFixed(3)];
  await runFfmpeg(place, {
    input: inputFile(path),
    output: ['-map', '0:s:0', ...begin, ...end, '-f', 'srt', `file:${file}`],
  }).catch((error: unknown) => {
    const isNone = error instanceof NothingMade && error.constructor === NothingMade;
    throw isNone ? new NothingMade('the video has no captions that are text') : error;
  });
  if ((await stat(file)).size > bytesMax)
    throw new NothingMade('the captions are longer than 1 MB');
  const text = (await readFile(file, 'utf8')).replaceAll('\r', '');
  return format === 'srt' ? text : written(readSubRip(text), format);
}

interface Caption {
  readonly begin: string;
  readonly end: string;
  readonly lines: readonly string[];
}

/** Blocks that an empty line ends: a number, the times, lines of text with a few marks of HTML. */
function readSubRip(text: string): readonly Caption[] {
  return text.split('\n\n').flatMap((block) => {
    const [, times = '', ...lines] = block.trimStart().split('\n');
    const [begin, end] = times.split(' --> ');
    if (begin === undefined || end === undefined) return [];
    const words = lines.map((line) => line.replaceAll(/<[^<>]*>/g, '').trim());
    return [{ begin, end, lines: words.filter((line) => line !== '') }];
  });
}

function written(captions: readonly Caption[], format: 'ttxt' | 'txt'): string {
  const lines = captions.flatMap(({ begin, end, lines: own }) =>
    format === 'txt' ? own : [`${begin}|${end}|${own.join(' ')}`],
  );
  return lines.map((line) => `${line}\n`).join('');
}
