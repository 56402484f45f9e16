import { present } from '../../base/assert.ts';
import type { GivenRows, Statement } from '../statement.ts';
import { partsWithin } from './parts-within.ts';
import type { QueryText, UnitQuery } from './query-target.ts';

/** Prepares a statement for rows of JSON. */
type PrepareRows = (statement: Statement<GivenRows, unknown>, rows: string) => QueryText;

/** Of one statement: JSON is read without a pause. */
const charactersMax = 262_144;

/**
 * The last changes of units that share a transaction, with one statement for the rows of all units that do
 * the same. Each unit has its changes in their order; those of different units do not depend on each other.
 */
export function mergeChanges(
  units: readonly (readonly UnitQuery[])[],
  prepare: PrepareRows,
): readonly UnitQuery[] {
  const groups = Map.groupBy(units, kindOf);
  return [...groups].flatMap(([kind, group]) =>
    kind === undefined || group.length === 1 ? group.flat() : mergeAlike(group, prepare),
  );
}

/** The same for units with the same statements; undefined where one of them cannot be merged. */
function kindOf(unit: readonly UnitQuery[]): string | undefined {
  const names = unit.map(({ query, change }) => change?.statement.ofRows && query.name);
  return names.includes(undefined) ? undefined : names.join();
}

function mergeAlike(
  units: readonly (readonly UnitQuery[])[],
  prepare: PrepareRows,
): readonly UnitQuery[] {
  const [first = []] = units;
  return first.flatMap(({ change }, at) => {
    const { ofRows } = present(change, 'changes of one kind').statement;
    const rows = units.map((unit) => JSON.stringify(unit[at]?.change?.params));
    const parts = partsWithin(rows, { lengthOf: (row) => row.length, lengthMax: charactersMax });
    return Array.from(parts, (part) => ({
      query: prepare(present(ofRows, 'changes of one kind'), `[${part.join()}]`),
    }));
  });
}
