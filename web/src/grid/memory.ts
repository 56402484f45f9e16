import { nothingSelected, type Selection } from './selection.ts';

/** Where a user was in a list. */
export interface ListMemory {
  readonly scroll: number;
  readonly focus: number;
  readonly hadFocus: boolean;
  readonly selection: Selection;
}

const beginning: ListMemory = {
  scroll: 0,
  focus: 0,
  hadFocus: false,
  selection: nothingSelected,
};
const entriesMax = 50;
const memories = new Map<string, ListMemory>();

/** By the entry of the history of the window, so that back and forward find what they have left. */
export function remember(entry: string, memory: ListMemory): void {
  memories.delete(entry);
  memories.set(entry, memory);
  const [oldest] = memories.keys();
  if (memories.size > entriesMax && oldest !== undefined) memories.delete(oldest);
}

export function recall(entry: string): ListMemory {
  return memories.get(entry) ?? beginning;
}

let isExpected = false;

/** The next list takes the focus, because the user has left one by the keyboard. */
export function expectFocus(): void {
  isExpected = true;
}

export function takeExpectedFocus(): boolean {
  const was = isExpected;
  isExpected = false;
  return was;
}
