import { AppError } from '../../base/errors/app-error.ts';
import { queryLimits } from './query-limits.ts';

/** Refuses the query; `offset` is the position of the error in its text. */
export type Refuse = (text: string, offset: number) => never;

/** Returns a function that refuses this query: its message, all that clients show, repeats it. */
export function refusalOf(query: string): Refuse {
  return (text, offset) => {
    const { excerptLengthMax } = queryLimits;
    const shown =
      query.length > excerptLengthMax
        ? `${query.slice(0, excerptLengthMax).toWellFormed()}…`
        : query.toWellFormed();
    throw new AppError('request.invalid', `Failed to execute query: ${shown}, ${text}`, {
      detail: { offset },
    });
  };
}

/** Checked before regular expressions are applied to the query, as their stack is bounded. */
export function requireQueryLength(query: string): void {
  const { lengthMax } = queryLimits;
  if (query.length > lengthMax) {
    refusalOf(query)(`the query is longer than ${lengthMax} characters`, 0);
  }
}
