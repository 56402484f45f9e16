import type { Properties } from '../src/model/value.ts';

/**
 * The content of documents of a generated store: the same for the same number, so that two stores
 * of one size are equal. Words follow Zipf's law, as those of any language do: the word of rank r
 * is r times as rare as the first.
 */
const vocabularySize = 20_000;
const titleWords = 4;
const descriptionWords = 20;
const fiveYearsMs = 5 * 365 * 86_400_000;

/** When the oldest document of a generated store was made; the newest is five years younger. */
export const oldestMs = Date.UTC(2020, 0, 1);

const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ka',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'te',
  'vi',
  'zo',
];

/** The word of a rank from 0: four syllables, no two ranks alike. */
export function wordOfRank(rank: number): string {
  let rest = rank;
  let word = '';
  for (let place = 0; place < 4; place += 1) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return word;
}

/** Σ 1/k up to the rank, by which a random number finds its word. */
const harmonics = Float64Array.from({ length: vocabularySize });
for (let rank = 0, sum = 0; rank < vocabularySize; rank += 1) {
  sum += 1 / (rank + 1);
  harmonics[rank] = sum;
}

function rankOf(random: number): number {
  const wanted = random * (harmonics[vocabularySize - 1] ?? 0);
  let low = 0;
  let high = vocabularySize - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((harmonics[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A generator of numbers in [0, 1) that begins the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface GeneratedDocument {
  readonly type: 'File' | 'Note' | 'Picture';
  readonly createdMs: number;
  readonly properties: Properties;
}

/** As much as people fill in: about half a kilobyte. */
export function generatedDocument(number: number): GeneratedDocument {
  const random = randomFrom(number + 1);
  const words = (count: number): string =>
    Array.from({ length: count }, () => wordOfRank(rankOf(random()))).join(' ');
  const kind = number % 10;
  return {
    type: kind < 6 ? 'File' : kind < 9 ? 'Note' : 'Picture',
    createdMs: oldestMs + Math.floor(random() * fiveYearsMs),
    properties: {
      'dc:title': words(titleWords),
      'dc:description': words(descriptionWords),
      'dc:subjects': ['sciences/physics', 'art/architecture', `society/${number % 50}`],
      'dc:source': `department-${number % 20}`,
      'dc:rights': 'for internal use',
      'dc:language': 'en',
      'dc:coverage': 'europe/France',
      'dc:issued': oldestMs + number * 1_000,
    },
  };
}
