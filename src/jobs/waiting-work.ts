/** Work that waits in rows of the store, and is taken one by one. */
interface WaitingWork<Item> {
  /** The next one in their order, with its attempt counted; undefined after the last one. */
  next(after: Item | undefined): Promise<Item | undefined>;
  /** Returns false when it is to be tried again, after all others. */
  settle(item: Item): Promise<boolean>;
}

interface Lanes {
  /** How many are worked on at the same time. */
  readonly lanes: number;
  readonly signal: AbortSignal;
}

/** Until none waits. @throws what `next` and `settle` throw, once all lanes have ended */
export async function workThrough<Item>(
  work: WaitingWork<Item>,
  { lanes, signal }: Lanes,
): Promise<void> {
  let isTriedAgain = true;
  while (isTriedAgain) {
    isTriedAgain = false;
    const next = inTurn(work);
    const lane = async (): Promise<void> => {
      for (let item = await next(); item !== undefined; item = await next()) {
        signal.throwIfAborted();
        const isSettled = await work.settle(item);
        isTriedAgain ||= !isSettled;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** One at a time: an attempt is counted for what is begun only. */
function inTurn<Item>(work: WaitingWork<Item>): () => Promise<Item | undefined> {
  let after: Item | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const take = async (): Promise<Item | undefined> => {
    const item = await work.next(after);
    if (item !== undefined) after = item;
    return item;
  };
  return () => {
    const taken = turn.then(take);
    turn = taken.catch(() => undefined);
    return taken;
  };
}
