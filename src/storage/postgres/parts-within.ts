interface PartOptions<Item> {
  readonly lengthOf: (item: Item) => number;
  readonly lengthMax: number;
}

/** As many items together as are not too long; an item that is too long is alone. */
export function* partsWithin<Item>(
  items: readonly Item[],
  { lengthOf, lengthMax }: PartOptions<Item>,
): Generator<readonly Item[]> {
  let part: Item[] = [];
  let length = 0;
  for (const item of items) {
    const added = lengthOf(item);
    if (part.length > 0 && length + added > lengthMax) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(item);
    length += added;
  }
  if (part.length > 0) yield part;
}
