import { tokensOf } from './tokens.ts';

/** Where the server has found a problem, and what it says. */
export interface QueryProblem {
  readonly message: string;
  /** Undefined if the message names no place. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
}

/** The message repeats the query, then tells what is wrong, with an offset or with the name that is unknown. */
export function problemOf(query: string, message: string): QueryProblem {
  const at = message.lastIndexOf(`${query}, `);
  const detail = at < 0 ? message : message.slice(at + query.length + 2);
  const [, offset] = /.*\bat offset (\d+)/s.exec(detail) ?? [];
  const range = offset === undefined ? rangeOfName(query, detail) : rangeAt(query, Number(offset));
  return { message: detail, range };
}

/** The token at the offset; at the end of the query its last one. */
function rangeAt(query: string, offset: number): QueryProblem['range'] {
  const tokens = tokensOf(query);
  const found = tokens.find(({ at, text }) => offset >= at && offset < at + text.length);
  if (found) return { from: found.at, to: found.at + found.text.length };
  const last = tokens.findLast(({ kind }) => kind !== 'space');
  return last && { from: last.at, to: last.at + last.text.length };
}

function rangeOfName(query: string, detail: string): QueryProblem['range'] {
  const [, name] = /: (\S+)$/.exec(detail) ?? [];
  if (name === undefined) return undefined;
  const found = tokensOf(query).find(
    ({ text }) => text === name || (/^['"]/.test(text) && text.slice(1, -1) === name),
  );
  return found && { from: found.at, to: found.at + found.text.length };
}
