/**
 * Patterns of the names that the server gives to what is put in the trash in a period, such as
 * `plan._1706955630400_.trashed`. Numbers cannot be compared within a name, so the period is made of
 * blocks of numbers that begin alike.
 */
export function namesTrashedBetween(fromMs: number, toMs: number): readonly string[] {
  const digits = String(toMs).length;
  return blocksBetween(fromMs, toMs).map(
    (beginning) => `%.\\_${beginning}${'_'.repeat(digits - beginning.length)}\\_.trashed`,
  );
}

function blocksBetween(from: number, to: number): readonly string[] {
  const blocks: string[] = [];
  for (let next = from; next <= to; ) {
    let size = 1;
    while (next % (size * 10) === 0 && next + size * 10 - 1 <= to) size *= 10;
    blocks.push(String(next / size));
    next += size;
  }
  return blocks;
}
