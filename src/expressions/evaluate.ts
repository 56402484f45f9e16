import { LRUCache } from 'lru-cache';
import { Budget } from './budget.ts';
import { parseExpression } from './expression-parser.ts';
import { evaluate } from './interpreter.ts';
import { Run } from './run.ts';
import type { ExpressionScope } from './scope.ts';
import { execute } from './script-interpreter.ts';
import { parseScript } from './script-parser.ts';
import type { Expression, Script, Template } from './syntax-tree.ts';
import { parseTemplate, templateOpening } from './template-parser.ts';
import { requireTextLength, text } from './text.ts';
import type { ExpressionValue } from './value.ts';

interface EvaluationOptions {
  /** The instant, as of `monotonicMs`, at which the evaluation must end. */
  readonly deadlineMs?: number;
}

/** Sources are cached with their parsed forms, which take some ten times their memory. */
const cacheBounds = {
  max: 1_000,
  maxSize: 1024 * 1024,
  sizeCalculation: (_parsed: object, source: string) => source.length + 1,
};
const parsedTexts = new LRUCache<string, Expression | Template>(cacheBounds);
const parsedScripts = new LRUCache<string, Script>(cacheBounds);

export async function evaluateExpression(
  expression: Expression,
  scope: ExpressionScope,
  options: EvaluationOptions = {},
): Promise<ExpressionValue> {
  return await evaluate(expression.root, createRun(scope, options), 0);
}

/** The template with each expression replaced by its text; the limits apply to all of it together. */
async function evaluateTemplate(
  template: Template,
  scope: ExpressionScope,
  options: EvaluationOptions = {},
): Promise<string> {
  const run = createRun(scope, options);
  let made = '';
  for (const part of template.parts) {
    const piece = typeof part === 'string' ? part : text(await evaluate(part.root, run, 0));
    run.budget.chargeText(piece.length);
    made = requireTextLength(made + piece);
  }
  return made;
}

/** The value of the text after `expr:`, trimmed: a template when it contains `@{`. */
export async function evaluateText(
  source: string,
  scope: ExpressionScope,
  options: EvaluationOptions = {},
): Promise<ExpressionValue> {
  const parse = source.includes(templateOpening) ? parseTemplate : parseExpression;
  const parsed = remembered<Expression | Template>(parsedTexts, source, parse);
  return 'root' in parsed
    ? await evaluateExpression(parsed, scope, options)
    : await evaluateTemplate(parsed, scope, options);
}

/** The text with each `@{expression}` replaced. */
export function renderText(
  source: string,
  scope: ExpressionScope,
  options: EvaluationOptions = {},
): Promise<string> {
  return evaluateTemplate(parseTemplate(source), scope, options);
}

/** Runs statements and returns the value of the last one. */
export async function runScript(
  source: string,
  scope: ExpressionScope,
  options: EvaluationOptions = {},
): Promise<ExpressionValue> {
  const { statements } = remembered(parsedScripts, source, parseScript);
  return await execute(statements, createRun(scope, options), 0);
}

function createRun(scope: ExpressionScope, { deadlineMs }: EvaluationOptions): Run {
  return new Run(scope, new Budget(deadlineMs));
}

function remembered<Parsed extends object>(
  cache: LRUCache<string, Parsed>,
  source: string,
  parse: (source: string) => Parsed,
): Parsed {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const parsed = parse(source);
  cache.set(source, parsed);
  return parsed;
}
