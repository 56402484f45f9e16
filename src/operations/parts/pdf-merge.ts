import { withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import { expectBlob, expectBlobs, getVariable } from '../../automation/variables.ts';
import type { MergeParams } from '../../conversion/tasks/pdf-merge.ts';
import { makePdf, shownName } from './pdf-work.ts';

export const appendListParameter = withDefault('string', '', {
  description: 'The name of a context variable with PDF files that follow.',
});

export const appendParameter = withDefault('string', '', {
  description: 'The name of a context variable with a PDF that follows the input.',
});

interface Variables {
  readonly toAppendVarName: string;
  readonly toAppendListVarName: string;
}

/** The files of the context variables, in their order. @throws AppError operation.failed */
export async function appendedBlobs(
  context: OperationContext,
  { toAppendVarName, toAppendListVarName }: Variables,
): Promise<readonly OperationBlob[]> {
  const one = toAppendVarName
    ? [await expectBlob(context, getVariable(context, toAppendVarName), toAppendVarName)]
    : [];
  if (!toAppendListVarName) return one;
  const value = getVariable(context, toAppendListVarName);
  return [...one, ...(await expectBlobs(context, value, toAppendListVarName))];
}

interface Merge {
  readonly blobs: readonly OperationBlob[];
  /** Empty: the name of the first file. */
  readonly name: string;
  readonly metadata: MergeParams['metadata'];
}

export function mergePdfs(
  context: OperationContext,
  { blobs, name, metadata }: Merge,
): Promise<OperationBlob> {
  const params: MergeParams = { names: blobs.map(shownName), metadata };
  const resultName = name.trim() || (blobs[0]?.name ?? null);
  return makePdf(context, { task: 'pdf-merge', params, blobs, name: resultName });
}
