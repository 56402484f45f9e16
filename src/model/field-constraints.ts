import type { FieldConstraints } from './content-model.ts';
import type { PropertyValue } from './value.ts';

/** Longer values violate a pattern without a test: a slow expression must not block the server. */
const patternValueLengthMax = 10_000;

/** The public names of the constraints, as reports show them. */
export type ConstraintName =
  | 'NotNullConstraint'
  | 'EnumConstraint'
  | 'PatternConstraint'
  | 'LengthConstraint'
  | 'NumericIntervalConstraint';

interface BrokenConstraint {
  readonly constraint: ConstraintName;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Patterns come from the content model only, so this stays small. */
const compiledPatterns = new Map<string, RegExp>();

/**
 * A pattern has to match the whole value.
 *
 * @throws SyntaxError when the text is not a regular expression
 */
export function compilePattern(pattern: string): RegExp {
  const known = compiledPatterns.get(pattern);
  if (known) return known;
  // The text alone first: `a)|(b` must not become valid by the group around it.
  new RegExp(pattern, 'u');
  const compiled = new RegExp(`^(?:${pattern})$`, 'u');
  compiledPatterns.set(pattern, compiled);
  return compiled;
}

/** The constraints that a single value violates; an unset one can only violate `notNull`. */
export function brokenConstraints(
  value: PropertyValue | undefined,
  constraints: FieldConstraints,
): BrokenConstraint[] {
  if (value === undefined || value === null) {
    return constraints.notNull ? [{ constraint: 'NotNullConstraint', parameters: {} }] : [];
  }
  if (typeof value === 'string') return brokenByText(value, constraints);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return isOutside(value, constraints.minimum, constraints.maximum)
      ? [{ constraint: 'NumericIntervalConstraint', parameters: intervalParameters(constraints) }]
      : [];
  }
  return [];
}

function brokenByText(value: string, constraints: FieldConstraints): BrokenConstraint[] {
  const broken: BrokenConstraint[] = [];
  const { enumeration, pattern, minLength, maxLength } = constraints;
  if (enumeration && !enumeration.includes(value)) {
    broken.push({ constraint: 'EnumConstraint', parameters: { Values: enumeration.join(',') } });
  }
  if (pattern !== undefined && !matches(pattern, value)) {
    broken.push({ constraint: 'PatternConstraint', parameters: { Pattern: pattern } });
  }
  if (isOutside(value.length, minLength, maxLength)) {
    const parameters = { ...bound('Minimum', minLength), ...bound('Maximum', maxLength) };
    broken.push({ constraint: 'LengthConstraint', parameters });
  }
  return broken;
}

function matches(pattern: string, value: string): boolean {
  return value.length <= patternValueLengthMax && compilePattern(pattern).test(value);
}

function isOutside(
  value: number | bigint,
  minimum: number | undefined,
  maximum: number | undefined,
): boolean {
  return (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum);
}

function intervalParameters({ minimum, maximum }: FieldConstraints): Record<string, string> {
  return {
    ...bound('Minimum', minimum),
    ...bound('Maximum', maximum),
    ...(minimum === undefined ? {} : { MinimumInclusive: 'true' }),
    ...(maximum === undefined ? {} : { MaximumInclusive: 'true' }),
  };
}

function bound(name: string, value: number | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: String(value) };
}
