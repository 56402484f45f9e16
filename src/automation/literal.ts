import type { PropertyMap } from './values.ts';

/** Data among the parameters of a run: never an expression, also if it begins like one. */
class Literal {
  readonly json: unknown;
  constructor(json: unknown) {
    this.json = json;
  }
}

/** The parameter itself. */
export function literalOf(json: unknown): unknown {
  return json instanceof Literal ? json.json : json;
}

const computed = new WeakSet<PropertyMap>();

/**
 * Marks pairs that are the result of an expression or a variable. They may contain text of
 * documents, which must not be evaluated with the rights of another user than its author.
 */
export function markComputed(pairs: PropertyMap): void {
  computed.add(pairs);
}

/** The pairs as parameters of a run. Only pairs that are not computed may be expressions. */
export function asParameters(pairs: PropertyMap): PropertyMap {
  if (!computed.has(pairs)) return pairs;
  return new Map([...pairs].map(([name, json]) => [name, new Literal(json)]));
}
