/** The next line of a run, and where the line after it comes from. */
interface HeapItem {
  readonly line: string;
  readonly reader: AsyncIterator<string>;
}

/** Returns the smallest of its lines first. */
export class LineHeap {
  readonly #items: HeapItem[] = [];

  push(item: HeapItem): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (!parent || parent.line <= item.line) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  pop(): HeapItem | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last && items.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: HeapItem): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      const [left, right] = [items[2 * at + 1], items[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && right.line < left.line;
      const child = isRight ? right : left;
      if (!child || child.line >= item.line) break;
      items[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    items[at] = item;
  }
}
