import { escapeHtml } from '../base/escape-html.ts';
import { DateValue } from './date-value.ts';
import { invalid, shown } from './expression-error.ts';
import { requireListLength } from './members.ts';
import { requireTextArgument } from './method.ts';
import { requireTextLength, text } from './text.ts';
import { type ExpressionValue, HostObject, isList, kindName, type MaybePromise } from './value.ts';

type Arguments = readonly ExpressionValue[];

export type ExpressionFunction = (args: Arguments) => MaybePromise<ExpressionValue>;

/** Functions that depend on their arguments only. */
export const pureFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<
  string,
  ExpressionFunction
>([
  ['date', toDate],
  ['calendar', toDate],
  ['escapeHtml', escapedHtml],
  ['htmlEscape', escapedHtml],
  ['nxqlEscape', escapeQueryText],
  [
    'concatenateIntoList',
    ([list = null, ...values]) => concatenate([requireList(list), ...values]),
  ],
  ['concatenateValuesAsNewList', concatenate],
]);

/** `Fn`: functions by name; `extra` adds those that need the repository or the users. */
export function createFunctions(
  extra: Readonly<Record<string, ExpressionFunction>> = {},
): HostObject {
  return new Functions(new Map([...pureFunctions, ...Object.entries(extra)]));
}

class Functions extends HostObject {
  readonly #functions: ReadonlyMap<string, ExpressionFunction>;

  constructor(functions: ReadonlyMap<string, ExpressionFunction>) {
    super();
    this.#functions = functions;
  }

  override call(name: string, args: Arguments): MaybePromise<ExpressionValue | undefined> {
    return this.#functions.get(name)?.(args);
  }

  override text(): string {
    return 'Fn';
  }
}

const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A date from a date, epoch milliseconds, or a text such as `2030-01-31T12:00:00Z`. */
function toDate([given = null]: Arguments): DateValue {
  if (given instanceof DateValue) return given;
  if (typeof given === 'number') return new DateValue(given);
  if (typeof given === 'string' && isoDate.test(given)) {
    const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(given) || !given.includes('T');
    const epochMs = Date.parse(hasZone ? given : `${given}Z`);
    if (!Number.isNaN(epochMs)) return new DateValue(epochMs);
  }
  const what = typeof given === 'string' ? shown(given) : kindName(given);
  throw invalid(
    `Cannot make a date of ${what}; use a date, or a text such as 2030-01-31T12:00:00Z`,
  );
}

function escapedHtml([given = null]: Arguments): string {
  return requireTextLength(escapeHtml(text(given)));
}

const queryEscapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Escapes a text for use between the quotes of a query. */
function escapeQueryText([given = null]: Arguments): string {
  const plain = given === null ? '' : requireTextArgument(given);
  const escaped = plain.replace(/[\\'"\n\r\t]/g, (sign) => queryEscapes.get(sign) ?? sign);
  return requireTextLength(escaped);
}

function requireList(value: ExpressionValue): ExpressionValue {
  if (isList(value)) return value;
  throw invalid(
    `concatenateIntoList needs a list first, not ${kindName(value)}; write [] for none`,
  );
}

/** A new list of all values, with lists flattened by one level. */
function concatenate(values: Arguments): ExpressionValue {
  const made: ExpressionValue[] = [];
  for (const value of values) {
    const items = isList(value) ? value : [value];
    requireListLength(made.length + items.length);
    for (const item of items) made.push(item);
  }
  return made;
}
