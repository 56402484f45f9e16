import { Instant, type Value, type ValueMap } from '../values.ts';

/** An event as the context variable `Event` shows it. */
interface ShownEvent {
  readonly eventId: string;
  readonly documentId: string | null;
  readonly path: string | null;
  readonly username: string | null;
  readonly comment: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly atMs: number;
}

export function eventValue(event: ShownEvent): ValueMap {
  return new Map<string, Value>([
    ['name', event.eventId],
    ['documentId', event.documentId],
    ['documentPath', event.path],
    ['username', event.username],
    ['comment', event.comment],
    ['date', new Instant(event.atMs)],
    ['properties', new Map<string, Value>(Object.entries(event.properties))],
  ]);
}

/** The name of the context variable. */
export const eventVariable = 'Event';
