import type { OperationContext } from '../automation/operation-context.ts';
import type { Value } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import { findOpenStep } from './step.ts';
import { decodeVariable } from './variables.ts';

/**
 * Sets a variable of the node whose chain runs now; nothing elsewhere.
 *
 * @throws AppError workflow.variable-invalid
 */
export async function setNodeVariableIn(
  context: OperationContext,
  { name, value }: { readonly name: string; readonly value: Value },
): Promise<void> {
  const instanceId = context.variables.get('workflowInstanceId');
  const step = typeof instanceId === 'string' ? findOpenStep(context, instanceId) : undefined;
  const node = step?.current;
  if (!step || !node) return;
  const definition = node.variables.find((each) => each.name === name);
  if (!definition) {
    throw new AppError(
      'workflow.variable-invalid',
      `The node '${node.id}' has no variable ${name.slice(0, 200)}`,
    );
  }
  step.live.node(node.id).variables[name] = await decodeVariable(step.context, definition, value);
}
