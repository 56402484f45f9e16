import { extractionLimits } from '../content/text-extraction/limits.ts';
import { NothingMade } from './external-program.ts';
import type { DrawnPages, DrawParams } from './tasks/draw-pages.ts';
import type { WorkPlace } from './workshop.ts';

interface RecognitionOptions extends DrawParams {
  readonly languages: readonly string[];
}

/** In percent: less is mostly not a word, but a pattern in a photograph. */
const confidenceMin = 50;

/** A word that was divided at the end of a line. */
const divided = /(\p{L})[-\u00ad]\n(\p{Ll})/gu;

/**
 * The words on the pages of the only file of the place, as the program tesseract recognizes them.
 *
 * @throws NothingMade when the program or a language is not installed, or when it can read no page
 */
export async function recognizeText(
  place: WorkPlace,
  { languages, ...params }: RecognitionOptions,
): Promise<string> {
  requirePresent(languages, parseLanguages(await place.runProgram('tesseract', ['--list-langs'])));
  const { files } = (await place.runTask('draw-pages', params)) as DrawnPages;
  const texts: string[] = [];
  let length = 0;
  for (const file of files) {
    if (length >= extractionLimits.textLengthMax) break;
    const args = [file, 'stdout', '-l', languages.join('+'), 'tsv'];
    const table = await place.runProgram('tesseract', args);
    if (table.length === 0) continue;
    const text = wordsOfTable(table.toString('utf8'));
    texts.push(text);
    length += text.length;
  }
  if (files.length > 0 && texts.length === 0) {
    throw new NothingMade('tesseract can read none of its pages');
  }
  return texts.filter((text) => text !== '').join(' ');
}

/** Data of a language that is to be installed. */
export class LanguageMissing extends NothingMade {}

/** Codes of the languages, after a line that says where they are. */
export function parseLanguages(output: Buffer): ReadonlySet<string> {
  const lines = output.toString('utf8').split('\n').slice(1);
  return new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
}

function requirePresent(languages: readonly string[], present: ReadonlySet<string>): void {
  const missing = languages.find((language) => !present.has(language));
  if (missing === undefined) return;
  throw new LanguageMissing(missingLanguage(missing));
}

export function missingLanguage(language: string): string {
  const name = language.toLowerCase().replaceAll('_', '-');
  return `tesseract has no data of the language ${language} (Debian package tesseract-ocr-${name})`;
}

/** Columns of the table: level, page, block, paragraph, line, word, four of its place, confidence, text. */
function wordsOfTable(table: string): string {
  let text = '';
  let place = '';
  for (const row of table.split('\n').slice(1)) {
    const columns = row.split('\t');
    const word = columns[11]?.trim() ?? '';
    if (word === '' || Number(columns[10]) < confidenceMin) continue;
    const line = columns.slice(1, 5).join(' ');
    if (text !== '') text += line === place ? ' ' : '\n';
    place = line;
    text += word;
  }
  return text.replace(divided, '$1$2').replaceAll('\n', ' ');
}
