import { AppError } from '../../base/errors/app-error.ts';
import { queryLimits } from './query-limits.ts';

/** Refuses the query; `offset` is the place of the fault in its text. */
export type Refuse = (text: string, offset: number) => never;

/** Answers what refuses this query: the message repeats it, as clients show the message only. */
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

/** Before anything looks for patterns in the query: their stack is not endless. */
export function requireQueryLength(query: string): void {
  const { lengthMax } = queryLimits;
  if (query.length > lengthMax) {
    refusalOf(query)(`the query is longer than ${lengthMax} characters`, 0);
  }
}
