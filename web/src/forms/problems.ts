import { ApiError } from '../../../client/src/index.ts';
import type { Text } from '../i18n/i18n.tsx';
import type { Problem } from './problem.ts';

interface Node {
  readonly field_name: string;
  readonly index?: number;
}

interface Violation {
  readonly message: string;
  readonly constraint: {
    readonly name: string;
    readonly parameters: Readonly<Record<string, string>>;
  };
  readonly path: readonly Node[];
}

/** What a refused request says about values; empty where it says something else. */
export function problemsOf(error: unknown, names: readonly string[]): readonly Problem[] {
  if (!(error instanceof ApiError)) return [];
  const { body } = error;
  if (body !== undefined && 'violations' in body) {
    return (body.violations as readonly Violation[]).map((each) => violationProblem(each, names));
  }
  // Values of a wrong form, and properties that the user may not change, are named in the text.
  const named = /propert(?:y|ies): ([\w:-]+)/.exec(error.message)?.[1];
  const property = named === undefined ? undefined : propertyNamed(named, names);
  return property === undefined ? [] : [{ path: property, detail: error.message }];
}

function violationProblem(
  { message, constraint, path }: Violation,
  names: readonly string[],
): Problem {
  const [first, ...rest] = path;
  const steps = rest.map(({ field_name: name, index }) =>
    index === undefined ? name : String(index),
  );
  const property = propertyNamed(first?.field_name ?? '', names) ?? first?.field_name ?? '';
  const known = meaningOf(constraint.name, constraint.parameters);
  return { path: [property, ...steps].join('/'), detail: message, ...known };
}

/** Properties of schemas without a prefix are reported by their own names. */
function propertyNamed(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return name;
  return names.find((each) => each.endsWith(`:${name}`));
}

function meaningOf(
  constraint: string,
  { Minimum: minimum, Maximum: maximum, Values: choices }: Readonly<Record<string, string>>,
): Pick<Problem, 'message' | 'values'> {
  switch (constraint) {
    case 'NotNullConstraint':
      return { message: 'forms.problem.required' };
    case 'PatternConstraint':
      return { message: 'forms.problem.pattern' };
    case 'EnumConstraint':
      return { message: 'forms.problem.choice', values: { choices: choices ?? '' } };
    case 'LengthConstraint':
      return rangeMessage('length', minimum, maximum);
    case 'NumericIntervalConstraint':
      return rangeMessage('number', minimum, maximum);
    case 'directoryResolver':
      return { message: 'forms.problem.entry' };
    case 'userManagerResolver':
      return { message: 'forms.problem.principal' };
    case 'documentResolver':
      return { message: 'forms.problem.document' };
    default:
      return {};
  }
}

function rangeMessage(
  kind: 'length' | 'number',
  minimum: string | undefined,
  maximum: string | undefined,
): Pick<Problem, 'message' | 'values'> {
  const values = { minimum: Number(minimum ?? 0), maximum: Number(maximum ?? 0) };
  if (minimum === undefined) return { message: `forms.problem.${kind}Max`, values };
  if (maximum === undefined) return { message: `forms.problem.${kind}Min`, values };
  return { message: `forms.problem.${kind}Between`, values };
}

export function problemText(text: Text, { message, values, detail }: Problem): string {
  return message === undefined ? detail : text(message, values);
}
