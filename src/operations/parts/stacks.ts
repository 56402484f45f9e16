import type { OperationContext, Stacks } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { reload } from '../../automation/variables.ts';

/** Pop takes what was pushed last, pull what was pushed first. */
type TakingOperation = 'Pop' | 'Pull';

const kindNames: Readonly<Record<keyof Stacks, string>> = {
  document: 'document',
  documents: 'list of documents',
  blob: 'file',
  bloblist: 'list of files',
};

function takeFrom<K extends keyof Stacks>(
  { stacks }: OperationContext,
  kind: K,
  operation: TakingOperation,
): Stacks[K][number] {
  const stack: Stacks[K][number][] = stacks[kind];
  const taken = operation === 'Pop' ? stack.pop() : stack.shift();
  if (taken !== undefined) return taken;
  throw operationFailed(`No ${kindNames[kind]} is left on the stack: push one before`);
}

/** As it is stored now. @throws AppError operation.failed when there is none */
export async function takeDocument(
  context: OperationContext,
  operation: TakingOperation,
): Promise<WorkingDocument | undefined> {
  const [document] = await reload(context, [takeFrom(context, 'document', operation)]);
  return document;
}

/** As they are stored now. @throws AppError operation.failed when there is none */
export async function takeDocuments(
  context: OperationContext,
  operation: TakingOperation,
): Promise<readonly WorkingDocument[]> {
  return reload(context, takeFrom(context, 'documents', operation).items);
}

/** @throws AppError operation.failed when there is none */
export async function takeBlob(
  context: OperationContext,
  operation: TakingOperation,
): Promise<OperationBlob> {
  return takeFrom(context, 'blob', operation);
}

/** @throws AppError operation.failed when there is none */
export async function takeBlobs(
  context: OperationContext,
  operation: TakingOperation,
): Promise<readonly OperationBlob[]> {
  return takeFrom(context, 'bloblist', operation).items;
}
