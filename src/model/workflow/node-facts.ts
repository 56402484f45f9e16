import type { WorkflowNode } from './workflow-model.ts';

/** Whether a workflow stays at the node until users or another workflow have done something. */
export function waits({ task, subWorkflow }: WorkflowNode): boolean {
  return task !== null || subWorkflow !== null;
}

/** Begins a text that is an expression where plain values are allowed as well. */
const expressionPrefix = 'expr:';

/** The expression of a text that begins with `expr:`, null for other values. */
export function prefixedExpression(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith(expressionPrefix)) return null;
  return value.slice(expressionPrefix.length);
}
