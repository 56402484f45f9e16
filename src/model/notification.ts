/** What users can subscribe to: mails about some events of documents. */
export interface NotificationDefinition {
  readonly name: string;
  /** A key of translations. */
  readonly label: string;
  /** The type of documents in which it is offered, below such a document as well; `*` for all. */
  readonly availableIn: string;
  /** Its mails go to the recipients that an event names, and not to subscribers. */
  readonly isAutoSubscribed: boolean;
  readonly events: readonly string[];
  /** The name of the texts of its mails. */
  readonly template: string;
  /** Instead of the subject of the template. */
  readonly subject: string | null;
}

const everywhere: ReadonlySet<string> = new Set(['*', 'all']);

/** All notifications of a server, fixed while it runs. */
export class NotificationCatalogue {
  readonly all: readonly NotificationDefinition[];
  readonly #byName: ReadonlyMap<string, NotificationDefinition>;
  readonly #byEvent: ReadonlyMap<string, readonly NotificationDefinition[]>;

  constructor(all: readonly NotificationDefinition[]) {
    this.all = all;
    this.#byName = new Map(all.map((each) => [each.name, each]));
    const pairs = all.flatMap((each) => each.events.map((event) => ({ event, each })));
    this.#byEvent = new Map(
      [...Map.groupBy(pairs, ({ event }) => event)].map(([event, found]) => [
        event,
        found.map(({ each }) => each),
      ]),
    );
  }

  find(name: string): NotificationDefinition | undefined {
    return this.#byName.get(name);
  }

  /** Those whose mails are about the event. */
  ofEvent(eventId: string): readonly NotificationDefinition[] {
    return this.#byEvent.get(eventId) ?? [];
  }

  /** Those that users can subscribe to in a place: `isWithin` says whether a type is there. */
  offered(isWithin: (type: string) => boolean): readonly NotificationDefinition[] {
    return this.all.filter(
      ({ isAutoSubscribed, availableIn }) =>
        !isAutoSubscribed && (everywhere.has(availableIn) || isWithin(availableIn)),
    );
  }
}
