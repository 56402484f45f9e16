/** What runs when an event happens: an operation or chain that the configuration names. */
export interface EventListener {
  readonly id: string;
  readonly events: readonly string[];
  readonly operation: string;
  /** As JSON; texts may be expressions. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Of the document; empty for any. */
  readonly types: readonly string[];
  /** Of which the document has at least one; empty for any. */
  readonly facets: readonly string[];
  /** The document is there or below; null for anywhere. */
  readonly path: string | null;
  /** An expression that must be true; null for always. */
  readonly condition: string | null;
  /** On whose behalf it runs; null for the user of the event. */
  readonly username: string | null;
  /** Within the transaction of `Event.Fire`, instead of after the commit. */
  readonly isInTransaction: boolean;
}

/** What listeners can be limited to. */
export interface EventSubject {
  readonly type: string;
  readonly path: string | null;
  readonly shape: { readonly facets: readonly string[] };
}

/** Whether the listener is for the document of an event; undefined for an event without one. */
export function concerns(
  { types, facets, path }: EventListener,
  subject: EventSubject | undefined,
): boolean {
  if (!subject) return types.length === 0 && facets.length === 0 && path === null;
  if (types.length > 0 && !types.includes(subject.type)) return false;
  if (facets.length > 0 && !facets.some((facet) => subject.shape.facets.includes(facet))) {
    return false;
  }
  return path === null || isWithin(subject.path, path);
}

function isWithin(path: string | null, folder: string): boolean {
  if (path === null) return false;
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** The listeners of a server. */
export class EventListenerCatalogue {
  readonly all: readonly EventListener[];
  readonly #byEvent = new Map<string, EventListener[]>();
  readonly #byId: ReadonlyMap<string, EventListener>;

  constructor(all: readonly EventListener[]) {
    this.all = all;
    this.#byId = new Map(all.map((each) => [each.id, each]));
    for (const listener of all) {
      for (const event of new Set(listener.events)) {
        this.#byEvent.set(event, [...this.ofEvent(event), listener]);
      }
    }
  }

  ofEvent(eventId: string): readonly EventListener[] {
    return this.#byEvent.get(eventId) ?? [];
  }

  find(id: string): EventListener | undefined {
    return this.#byId.get(id);
  }
}
