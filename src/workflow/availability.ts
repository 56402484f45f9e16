import type { OperationContext } from '../automation/operation-context.ts';
import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { Document } from '../model/document.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import { refusalOf } from '../repository/workflow/availability.ts';

/**
 * Checks that the workflow can begin on each of the documents, for the caller.
 *
 * @throws AppError workflow.not-available naming the document and the reason
 */
export async function requireAvailable(
  context: OperationContext,
  model: WorkflowModel,
  documents: readonly Document[],
): Promise<void> {
  for (const document of documents) {
    await context.takeTurn();
    const reason = (await reasonAgainst(context, model, document)) ?? null;
    if (reason === null) continue;
    throw new AppError(
      'workflow.not-available',
      `The workflow '${model.name}' cannot be started on the document ${document.id}: ${reason}`,
    );
  }
}

async function reasonAgainst(
  context: OperationContext,
  { availability, name }: WorkflowModel,
  document: Document,
): Promise<string | undefined> {
  const refusal = await context.read((unit) => refusalOf(unit, availability, document));
  const { condition } = availability;
  if (refusal !== undefined || condition === null) return refusal;
  const isTrue = await evaluateFor(context, document, { condition, name });
  return isTrue ? undefined : 'the condition of the workflow does not hold';
}

async function evaluateFor(
  context: OperationContext,
  document: Document,
  { condition, name }: { readonly condition: string; readonly name: string },
): Promise<boolean> {
  try {
    const inner = context.within({ input: document, variables: new Map() });
    return (await inner.evaluate(condition)) === true;
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    const { code, status, detail, message } = error;
    const text = `Workflow '${name}', availability: ${message}`;
    throw new AppError(code, text, { status, detail, cause: error });
  }
}
