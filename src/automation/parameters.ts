import { AppError } from '../base/errors/app-error.ts';
import type { ChainDefinition } from './chain.ts';
import { decodeValue, TypeMismatch, typeMismatch, type ValueLoader } from './decode-value.ts';
import type { Operation, ParamDefinition } from './define.ts';
import { literalOf, markComputed } from './literal.ts';
import { fromJson, type PropertyMap, type Value, type ValueMap } from './values.ts';

/** The sources of a step's parameters; the first that has a value is used. */
export interface ParameterSources {
  /** Fixed by the chain's definition. */
  readonly step: ReadonlyMap<string, unknown>;
  /** Those of the request, or of the run of the step. */
  readonly run: ReadonlyMap<string, unknown>;
  readonly variables: ValueMap;
}

interface ParameterContext extends ValueLoader {
  /** The value of an expression or template. */
  evaluate(text: string): Promise<Value>;
}

/** Given as JSON (texts may be expressions), or the value of a variable. */
type Given =
  | { readonly isJson: true; readonly json: unknown }
  | { readonly isJson: false; readonly value: Value };

const expressionPrefix = 'expr:';
const relativePath = /^\.{1,2}(?:\/|$)/;

/**
 * The declared parameters, decoded. Undeclared ones are ignored, as clients need.
 *
 * @throws AppError operation.parameter-invalid naming the parameter; document.not-found and
 *   permission.denied for documents
 */
export async function readParameters(
  operation: Operation,
  sources: ParameterSources,
  context: ParameterContext,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {};
  for (const name in operation.params) {
    const definition = operation.params[name] as ParamDefinition;
    const given = findGiven(name, definition, sources);
    const value = given && (await decodeGiven(name, definition, { given, context }));
    values[name] = value ?? otherwise(name, definition, operation);
  }
  return values;
}

/**
 * A chain does not start without its required parameters: parameters of the run, or variables of
 * those names.
 *
 * @throws AppError operation.parameter-invalid naming the parameter
 */
export function requireChainParameters(
  { id, params }: ChainDefinition,
  run: { readonly params: ReadonlyMap<string, unknown>; readonly variables: ValueMap },
): void {
  for (const [name, { required }] of Object.entries(params)) {
    if (!required) continue;
    const given = literalOf(run.params.get(name)) ?? run.variables.get(name) ?? null;
    if (given === null) throw missingParameter(name, id);
  }
}

function otherwise(name: string, definition: ParamDefinition, operation: Operation): unknown {
  if (!definition.required) return definition.default;
  throw missingParameter(name, operation.id);
}

function missingParameter(name: string, operationId: string): AppError {
  return new AppError(
    'operation.parameter-invalid',
    `Failed to inject parameter '${name}'. Seems it is missing from the context. Operation: ${operationId}`,
  );
}

function findGiven(
  name: string,
  definition: ParamDefinition,
  sources: ParameterSources,
): Given | undefined {
  const direct = findByName(name, definition, sources);
  if (direct || !definition.aliases) return direct;
  for (const alias of definition.aliases) {
    const found = findByName(alias, definition, sources);
    if (found) return found;
  }
  return undefined;
}

function findByName(
  name: string,
  definition: ParamDefinition,
  { step, run, variables }: ParameterSources,
): Given | undefined {
  const given = step.get(name) ?? run.get(name);
  const json = literalOf(given);
  if (json !== undefined && json !== null) {
    return json === given ? { isJson: true, json } : { isJson: false, value: fromJson(json) };
  }
  const value = variables.get(name);
  if (value !== undefined && value !== null) return { isJson: false, value };
  // Clients send null for no properties.
  const isNull = [step.get(name), run.get(name)].map(literalOf).includes(null);
  return isNull && definition.type === 'properties' ? { isJson: true, json: {} } : undefined;
}

async function decodeGiven(
  name: string,
  definition: ParamDefinition,
  { given, context }: { given: Given; context: ParameterContext },
): Promise<unknown> {
  if (given.isJson && definition.type === 'properties' && isObject(given.json)) {
    return new Map(Object.entries(given.json)) satisfies PropertyMap;
  }
  const value = await resolveGiven(given, context);
  if (value === null) return null;
  const decoded = await decodeValue(definition.type, value, context);
  if (decoded instanceof TypeMismatch) throw typeMismatch(name, decoded);
  if (decoded instanceof Map && !isWrittenOut(given)) markComputed(decoded);
  return decoded;
}

async function resolveGiven(given: Given, context: ParameterContext): Promise<Value> {
  if (!given.isJson) return given.value;
  const { json } = given;
  if (typeof json === 'string' && isExpression(json)) {
    const text = json.slice(expressionPrefix.length).trim();
    // Contract: a relative path is written as an expression. Expressions never begin like a path.
    return relativePath.test(text) ? text : context.evaluate(text);
  }
  return fromJson(json);
}

function isWrittenOut(given: Given): boolean {
  return given.isJson && !(typeof given.json === 'string' && isExpression(given.json));
}

function isExpression(text: string): boolean {
  return text.startsWith(expressionPrefix);
}

/** Expressions and relative paths, alone or in a list. */
const dependentText = /^expr:|(?:^|,)\s*\./;

/** Whether the values may differ from one input to the next. */
export function dependsOnInput({ step, run }: ParameterSources): boolean {
  const depends = (json: unknown): boolean =>
    typeof json === 'string' ? dependentText.test(json) : Array.isArray(json) && json.some(depends);
  for (const json of step.values()) if (depends(json)) return true;
  for (const json of run.values()) if (depends(json)) return true;
  return false;
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
