import { parseJson } from '../base/json.ts';
import type { BulkSliceTable } from '../storage/bulk-tables.ts';
import type { ReadHandle, WriteHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';

/** Items of a command, some of which may be done already. */
export interface Slice {
  readonly commandId: string;
  readonly part: number;
  readonly number: number;
  readonly items: readonly string[];
  readonly done: number;
  /** Jobs that took over and have done none of the items since. */
  readonly attempts: number;
}

export type NewSlice = Omit<BulkSliceTable, 'done' | 'attempts'>;
type SliceKey = Pick<BulkSliceTable, 'command_id' | 'part' | 'number'>;

const firstOfPart = defineStatement<{ commandId: string; part: number }, BulkSliceTable>((b, p) =>
  b
    .selectFrom('bulk_slice')
    .selectAll()
    .where('command_id', '=', p.commandId)
    .where('part', '=', p.part)
    .orderBy('number')
    .limit(1),
);

const advance = defineStatement<SliceKey & { from: number; to: number }, unknown>((b, p) =>
  b
    .updateTable('bulk_slice')
    .set({ done: p.to, attempts: 0 })
    .where('command_id', '=', p.command_id)
    .where('part', '=', p.part)
    .where('number', '=', p.number)
    .where('done', '=', p.from),
);

const remove = defineStatement<SliceKey & { from: number }, unknown>((b, p) =>
  b
    .deleteFrom('bulk_slice')
    .where('command_id', '=', p.command_id)
    .where('part', '=', p.part)
    .where('number', '=', p.number)
    .where('done', '=', p.from),
);

export async function findNextSlice(
  handle: ReadHandle,
  commandId: string,
  part: number,
): Promise<Slice | undefined> {
  const row = await handle.fetchFirst(firstOfPart, { commandId, part });
  if (!row) return undefined;
  const { number, items, done, attempts } = row;
  return { commandId, part, number, items: parseJson(items) as string[], done, attempts };
}

/** Before items that may have ended their worker. */
export async function countAttempt(handle: WriteHandle, slice: Slice): Promise<void> {
  const { commandId, part, number, attempts } = slice;
  await handle.run(
    handle.builder
      .updateTable('bulk_slice')
      .set({ attempts: attempts + 1 })
      .where('command_id', '=', commandId)
      .where('part', '=', part)
      .where('number', '=', number),
  );
}

/**
 * The next items of the slice, `to` in all, are done with the unit. False when they are done already, or
 * the slice is gone: the unit must not do them again.
 */
export async function takeItems(handle: WriteHandle, slice: Slice, to: number): Promise<boolean> {
  const { commandId, part, number, items, done } = slice;
  const key = { command_id: commandId, part, number, from: done };
  const changed =
    to === items.length
      ? await handle.execute(remove, key)
      : await handle.execute(advance, { ...key, to });
  return changed === 1;
}

export async function insertSlices(
  handle: WriteHandle,
  slices: readonly NewSlice[],
): Promise<void> {
  if (slices.length === 0) return;
  await handle.run(handle.builder.insertInto('bulk_slice').values(slices.map(undone)));
}

function undone(slice: NewSlice): BulkSliceTable {
  return { ...slice, done: 0, attempts: 0 };
}

/** Removes some slices of the command; returns how many. */
export function removeSlices(
  handle: WriteHandle,
  commandId: string,
  limit: number,
): Promise<number> {
  const { builder } = handle;
  const some = builder
    .selectFrom('bulk_slice')
    .select(['command_id', 'part', 'number'])
    .where('command_id', '=', commandId)
    .limit(limit);
  return handle.run(
    builder
      .deleteFrom('bulk_slice')
      .where((e) =>
        e(
          e.refTuple('command_id', 'part', 'number'),
          'in',
          some.$asTuple('command_id', 'part', 'number'),
        ),
      ),
  );
}
