import { z } from 'zod';
import { concerns, type EventListenerCatalogue } from '../../model/event-listener.ts';
import { systemUsername } from '../../model/principal.ts';
import type { ChangeListeners, FollowedEvent, WriteUnit } from '../../repository/unit/unit.ts';
import { enqueueJob } from '../queue.ts';

export const listenerKind = 'event-listener';

export const listenerPayloadSchema = z.object({
  listenerId: z.string(),
  eventId: z.string(),
  /** The document; null for an event without one. */
  documentId: z.string().nullable(),
  path: z.string().nullable(),
  /** Whose event it is; null for one of the server itself. */
  username: z.string().nullable(),
  comment: z.string().nullable(),
  properties: z.record(z.string(), z.string()),
  atMs: z.number(),
  /** The listeners that have led to the event, one after the other. */
  causes: z.array(z.string()),
});

export type ListenerPayload = z.infer<typeof listenerPayloadSchema>;

/** Listeners that lead to one another. */
const causesMax = 10;

/** Stores a job for each listener and document of an event, in the unit of the event. */
export class ListenerJobs implements ChangeListeners {
  readonly catalogue: EventListenerCatalogue;
  readonly #causes: readonly string[];

  constructor(catalogue: EventListenerCatalogue, causes: readonly string[] = []) {
    this.catalogue = catalogue;
    this.#causes = causes;
  }

  causedBy(causes: readonly string[]): ListenerJobs {
    return new ListenerJobs(this.catalogue, causes);
  }

  async follow(unit: WriteUnit, event: FollowedEvent): Promise<void> {
    const { eventId, documents, isPlain = false } = event;
    if (this.#causes.length >= causesMax) return;
    for (const listener of this.catalogue.ofEvent(eventId)) {
      if (listener.isInTransaction || this.#causes.includes(listener.id)) continue;
      if (isPlain && concerns(listener, undefined)) {
        await this.#enqueue(unit, event, { listenerId: listener.id });
      }
      for (const document of documents) {
        if (!concerns(listener, document)) continue;
        const { id: documentId, path } = document;
        await this.#enqueue(unit, event, { listenerId: listener.id, documentId, path });
      }
    }
  }

  async #enqueue(
    unit: WriteUnit,
    { eventId, comment, properties = {} }: FollowedEvent,
    place: Pick<ListenerPayload, 'listenerId'> & Partial<ListenerPayload>,
  ): Promise<void> {
    const name = unit.actingFor ?? unit.principal.username;
    const payload: ListenerPayload = {
      documentId: null,
      path: null,
      ...place,
      eventId,
      username: name === systemUsername ? null : name,
      comment,
      properties,
      atMs: unit.nowMs,
      causes: [...this.#causes, place.listenerId],
    };
    await enqueueJob(unit.handle, { kind: listenerKind, payload });
  }
}
