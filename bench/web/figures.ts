import { type Figure, spreadOf } from '../scenario.ts';

interface Limited {
  readonly name: string;
  readonly values: readonly number[];
  readonly limit: number;
  readonly format: (value: number) => string;
}

/** A figure that has a limit and no floor. */
export function limitFigure({ name, values, limit, format }: Limited): Figure {
  const { median, min, max } = spreadOf(values);
  return {
    name,
    ours: `${format(median)} (worst ${format(max)})`,
    floor: `limit ${format(limit)}`,
    value: { median: median / limit, min: min / limit, max: max / limit },
    target: { atMost: 1 },
  };
}
