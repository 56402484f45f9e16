import type { Budget } from './budget.ts';
import { invalid, limitReached, shown } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import {
  type Method,
  type MethodTable,
  requireIndex,
  requireTextArgument as textOf,
} from './method.ts';
import { requireCount } from './numbers.ts';
import { requireLength, requireTextLength, text } from './text.ts';
import type { ExpressionList, ExpressionValue } from './value.ts';

type Arguments = readonly ExpressionValue[];
type TextMethod = Method<string>;

/** The methods of Java's String that chains use and that need no regular expression. */
export const stringMethods: MethodTable<string> = new Map<string, TextMethod>([
  ['length', { takes: [0, 0], apply: (value) => value.length }],
  ['size', { takes: [0, 0], apply: (value) => value.length }],
  ['isEmpty', { takes: [0, 0], apply: (value) => value === '' }],
  ['isBlank', scanning([0, 0], (value) => value.trim() === '')],
  [
    'charAt',
    { takes: [1, 1], apply: (value, [at]) => value.charAt(requireIndex(at, value.length)) },
  ],
  ['substring', { takes: [1, 2], apply: substring }],
  ['toLowerCase', scanning([0, 0], (value) => requireTextLength(value.toLowerCase()))],
  ['toUpperCase', scanning([0, 0], (value) => requireTextLength(value.toUpperCase()))],
  ['trim', scanning([0, 0], (value) => value.trim())],
  ['concat', scanning([1, 1], (value, [other]) => requireTextLength(value + textOf(other)))],
  ['startsWith', scanning([1, 1], (value, [start]) => value.startsWith(textOf(start)))],
  ['endsWith', scanning([1, 1], (value, [end]) => value.endsWith(textOf(end)))],
  ['contains', searching([1, 1], (value, [part]) => value.includes(textOf(part)))],
  ['indexOf', searching([1, 2], (value, [part, from]) => value.indexOf(textOf(part), start(from)))],
  ['lastIndexOf', searching([1, 1], (value, [part]) => value.lastIndexOf(textOf(part)))],
  ['replace', searching([2, 2], replace)],
  ['split', searching([1, 1], split)],
  ['equalsIgnoreCase', scanning([1, 1], equalsIgnoreCase)],
  ['compareTo', scanning([1, 1], (value, [other]) => compareTexts(value, textOf(other)))],
]);

function start(from: ExpressionValue | undefined): number {
  return from === undefined ? 0 : requireCount(from, 'The position to search from');
}

/** A method that reads every character once. */
function scanning(
  takes: TextMethod['takes'],
  apply: (value: string, args: Arguments) => ExpressionValue,
): TextMethod {
  const charged = (value: string, args: Arguments, budget: Budget): ExpressionValue => {
    budget.chargeText(value.length);
    return apply(value, args);
  };
  return { takes, apply: charged };
}

/** A method that searches for its first argument. */
function searching(
  takes: TextMethod['takes'],
  apply: (value: string, args: Arguments) => ExpressionValue,
): TextMethod {
  const charged = (value: string, args: Arguments, budget: Budget): ExpressionValue => {
    budget.chargeSearch(value.length, textOf(args[0]).length);
    return apply(value, args);
  };
  return { takes, apply: charged };
}

function substring(value: string, [from, to]: Arguments): string {
  const begin = requireCount(from, 'The start of a part');
  const end = to === undefined ? value.length : requireCount(to, 'The end of a part');
  if (begin >= 0 && begin <= end && end <= value.length) return value.slice(begin, end);
  throw invalid(
    `There is no part from ${begin} to ${end} of a text with ${value.length} characters`,
  );
}

/** Replaces every occurrence. The length is computed before the text is built. */
function replace(value: string, [what, by]: Arguments): string {
  const sought = textOf(what);
  const replacement = text(by ?? null);
  const growth = replacement.length - sought.length;
  if (growth > 0) {
    let length = value.length;
    const step = Math.max(1, sought.length);
    for (let at = value.indexOf(sought); at !== -1; at = value.indexOf(sought, at + step)) {
      length += growth;
      requireLength(length);
      // A search for the empty text finds the end repeatedly.
      if (at >= value.length) break;
    }
  }
  return value.replaceAll(sought, () => replacement);
}

const plainSeparator = /^(?:[^\\.[\]{}()*+?^$|]|\\[^a-zA-Z0-9])+$/u;

/**
 * Java's split takes a regular expression; only those that match a plain text are supported: `","`,
 * `"\\|"`. Empty pieces at the end are dropped, as there.
 */
function split(value: string, [separator]: Arguments): ExpressionList {
  const pattern = textOf(separator);
  const most = expressionLimits.separatorLengthMax;
  // The check of a text of 8 million characters goes beyond the stack of regular expressions.
  if (pattern.length > most) {
    throw limitReached(`A separator has more than ${most} characters; use a shorter one`);
  }
  if (!plainSeparator.test(pattern)) {
    throw invalid(
      `Cannot split by ${shown(pattern)}: regular expressions are not available; ` +
        'name a plain text and write \\\\ before signs such as . and |',
    );
  }
  const plain = pattern.replaceAll(/\\(.)/gsu, '$1');
  const pieces = value.split(plain, expressionLimits.listLengthMax + 1);
  if (pieces.length > expressionLimits.listLengthMax) {
    throw limitReached(`A text has more than ${expressionLimits.listLengthMax} pieces; use fewer`);
  }
  let end = pieces.length;
  while (end > 1 && pieces[end - 1] === '') end -= 1;
  return pieces.slice(0, end);
}

function equalsIgnoreCase(value: string, [other]: Arguments): boolean {
  return typeof other === 'string' && value.toLowerCase() === other.toLowerCase();
}

function compareTexts(value: string, other: string): number {
  if (value < other) return -1;
  return value > other ? 1 : 0;
}
