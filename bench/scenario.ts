/** How much of everything: the full run, or one of about a minute. */
export interface Effort {
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** One line of the result table. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  /** What it is compared with in the same run: a floor, or this server under other conditions. */
  readonly floor: string;
  readonly value: Spread;
  readonly target: Target;
}

/** Middle and extremes over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Scenario {
  readonly name: string;
  readonly summary: string;
  run(effort: Effort): Promise<readonly Figure[]>;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  const lower = sorted[middle - 1] ?? upper;
  return {
    median: sorted.length % 2 === 1 ? upper : (upper + lower) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

export function isMet({ value, target }: Figure): boolean {
  return 'atLeast' in target ? value.median >= target.atLeast : value.median <= target.atMost;
}

export interface Pair {
  readonly ours: number;
  readonly floor: number;
}

/**
 * Measures both sides in turn, so that other work of the machine slows down both. Which one is
 * first alternates.
 */
export async function interleave(
  rounds: number,
  sides: { readonly ours: () => Promise<number>; readonly floor: () => Promise<number> },
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isOursFirst = round % 2 === 0;
    const first = isOursFirst ? await sides.ours() : await sides.floor();
    const second = isOursFirst ? await sides.floor() : await sides.ours();
    const [ours, floor] = isOursFirst ? [first, second] : [second, first];
    console.error(`  round ${round + 1}: ${short(ours)} against ${short(floor)}`);
    pairs.push({ ours, floor });
  }
  return pairs;
}

function short(value: number): string {
  return value >= 1e6 ? megabytes(value) : value.toPrecision(4);
}

/** Compares by the ratio within each round. */
export function comparePairs(
  pairs: readonly Pair[],
  figure: { name: string; format: (value: number) => string; target: Target },
): Figure {
  const medianOf = (side: keyof Pair): number => spreadOf(pairs.map((pair) => pair[side])).median;
  return {
    name: figure.name,
    ours: figure.format(medianOf('ours')),
    floor: figure.format(medianOf('floor')),
    value: spreadOf(pairs.map(({ ours, floor }) => ours / floor)),
    target: figure.target,
  };
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
