import recorded from './data/api-examples.json' with { type: 'json' };

/** A request and what it was answered, as a test has recorded them from the server. */
export interface ApiExample {
  /** The JSON that was sent. */
  readonly request?: unknown;
  /** Status → JSON. */
  readonly responses?: Readonly<Record<string, unknown>>;
}

const examples: Readonly<Record<string, ApiExample>> = recorded;

export function exampleOf(method: string, path: string): ApiExample {
  // Adapters are the same below an id and below a path.
  const place = path.replace('/api/v1/path/{rest}/@', '/api/v1/id/{id}/@');
  return examples[`${method} ${place}`] ?? {};
}
