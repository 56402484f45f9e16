import type { PropertyMap } from './values.ts';

/** Data among the parameters of a run: no expression, whatever it begins with. */
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
 * Remembers that an expression or a variable gave the pairs. What they hold may come from documents,
 * and whoever wrote those must not have it evaluated with the rights of others.
 */
export function markComputed(pairs: PropertyMap): void {
  computed.add(pairs);
}

/** The pairs as parameters of a run. Only those that somebody wrote out may be expressions. */
export function asParameters(pairs: PropertyMap): PropertyMap {
  if (!computed.has(pairs)) return pairs;
  return new Map([...pairs].map(([name, json]) => [name, new Literal(json)]));
}
