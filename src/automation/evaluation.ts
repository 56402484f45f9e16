import { ConsoleValue } from '../expressions/console-value.ts';
import { DateValue } from '../expressions/date-value.ts';
import { evaluateText, renderText, runScript } from '../expressions/evaluate.ts';
import { createFunctions } from '../expressions/functions.ts';
import { renderPage } from '../expressions/render-page.ts';
import type { ExpressionScope } from '../expressions/scope.ts';
import type { ExpressionValue } from '../expressions/value.ts';
import { ContextHost } from './bindings/context-host.ts';
import { documentHost, fromExpression, toExpression } from './bindings/conversion.ts';
import { directoryFunctions } from './bindings/directory-functions.ts';
import { PrincipalHost } from './bindings/principal-host.ts';
import { SessionHost } from './bindings/session-host.ts';
import { userFunctions } from './bindings/user-functions.ts';
import { literalOf } from './literal.ts';
import { reservedVariable } from './request.ts';
import type { StepContext } from './step-context.ts';
import { DocumentList, fromJson, isDocument, type Value } from './values.ts';

/** The value of an expression or template within a step. */
export async function evaluateIn(context: StepContext, text: string): Promise<Value> {
  const value = await evaluateText(text, new StepScope(context), limitsOf(context));
  return fromExpression(value);
}

/** The text of a template within a step. */
export async function renderIn(
  context: StepContext,
  template: string,
  language: 'ftl' | 'mvel',
): Promise<string> {
  const render = language === 'ftl' ? renderPage : renderText;
  return render(template, new StepScope(context), limitsOf(context));
}

/** Runs a script within a step, for its effects; returns its last value. */
export async function runScriptIn(context: StepContext, text: string): Promise<Value> {
  return fromExpression(await runScript(text, new StepScope(context), limitsOf(context)));
}

function limitsOf({ owner }: StepContext) {
  return { deadlineMs: owner.execution.deadlineMs };
}

type Binding = (context: StepContext) => ExpressionValue | undefined;

/** Names besides the variables. Undefined means that a variable of that name is used. */
const bindings: ReadonlyMap<string, Binding> = new Map<string, Binding>([
  ['This', (context) => toExpression(context, context.input)],
  ['Document', currentDocument],
  ['currentDocument', currentDocument],
  [
    'Documents',
    (context) =>
      context.input instanceof DocumentList ? toExpression(context, context.input) : undefined,
  ],
  ['Context', (context) => new ContextHost(context, (name, value) => setIn(context, name, value))],
  [
    reservedVariable,
    (context) =>
      new Map(
        [...context.owner.params].map(([name, json]) => [
          name,
          toExpression(context, fromJson(literalOf(json))),
        ]),
      ),
  ],
  ['CurrentDate', (context) => new DateValue(context.nowMs)],
  ['CurrentUser', currentUser],
  ['currentUser', currentUser],
  ['Session', (context) => new SessionHost(context)],
  ['Env', (context) => new Map([['nuxeo.url', context.owner.execution.caller.baseUrl]])],
  [
    'Fn',
    (context) => createFunctions({ ...userFunctions(context), ...directoryFunctions(context) }),
  ],
  [
    'Console',
    (context) =>
      new ConsoleValue((level, message) => context.log[level]({ message }, 'operation script')),
  ],
]);

/** The names that expressions find besides the variables. */
export const bindingNames: readonly string[] = [...bindings.keys()];

function currentDocument(context: StepContext): ExpressionValue | undefined {
  const { input } = context;
  const document = input instanceof DocumentList ? input.items[0] : input;
  return document !== undefined && isDocument(document)
    ? documentHost(context, document)
    : undefined;
}

function currentUser(context: StepContext): ExpressionValue {
  return new PrincipalHost(context, context.principal.username);
}

/** The name of the chain's parameters and the bindings are reserved. */
function setIn(context: StepContext, name: string, value: ExpressionValue): void {
  if (name !== reservedVariable) context.variables.set(name, fromExpression(value));
}

/** The names an expression may use in a step. */
class StepScope implements ExpressionScope {
  readonly #context: StepContext;

  constructor(context: StepContext) {
    this.#context = context;
  }

  has(name: string): boolean {
    return this.#context.variables.has(name) || bindings.get(name)?.(this.#context) !== undefined;
  }

  get(name: string): ExpressionValue {
    const bound = bindings.get(name)?.(this.#context);
    if (bound !== undefined) return bound;
    return toExpression(this.#context, this.#context.variables.get(name) ?? null);
  }

  set(name: string, value: ExpressionValue): void {
    setIn(this.#context, name, value);
  }
}
