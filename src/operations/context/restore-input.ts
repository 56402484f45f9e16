import {
  defineOperation,
  type MethodOf,
  type Operation,
  required,
} from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { Value } from '../../automation/values.ts';
import {
  expectBlob,
  expectBlobs,
  expectDocument,
  expectDocuments,
  getVariable,
} from '../../automation/variables.ts';
import { decodeEntities } from '../parts/script-text.ts';

type RestoredKind = 'document' | 'documents' | 'blob' | 'bloblist';

/** One kind of value of a variable or an expression that becomes the input again. */
interface Restored<Kind extends RestoredKind> {
  readonly output: Kind;
  /** `Context.RestoreDocumentInput` and `Context.RestoreDocumentInputFromScript`. */
  readonly noun: string;
  readonly label: string;
  readonly scriptLabel: string;
  readonly what: string;
  /** What the description says about the value of a variable. */
  readonly note: string;
  readonly expect: (
    context: OperationContext,
    value: Value,
    name: string,
  ) => ReturnType<MethodOf<'void', Kind, object>['run']>;
}

function restoring<Kind extends RestoredKind>(restored: Restored<Kind>): readonly Operation[] {
  const { output, noun, label, scriptLabel, what, note, expect } = restored;
  const fromVariable: MethodOf<'void', Kind, { readonly name: string }> = {
    input: 'void',
    output,
    run: (context, _input, { name }) => expect(context, getVariable(context, name), name),
  };
  const fromScript: MethodOf<'void', Kind, { readonly script: string }> = {
    input: 'void',
    output,
    run: async (context, _input, { script }) =>
      expect(context, await context.evaluate(decodeEntities(script)), 'script'),
  };
  const common = { category: 'Execution Context' };
  return [
    defineOperation({
      ...common,
      id: `Context.Restore${noun}InputFromScript`,
      label: `Restore input ${scriptLabel} from a script`,
      description: `Returns the ${what} that an expression yields.`,
      params: { script: required('string', 'The expression.', { widget: 'TextArea' }) },
      methods: [fromScript as never],
    }),
    defineOperation({
      ...common,
      id: `Context.Restore${noun}Input`,
      label: `Restore ${label} Input`,
      description: `Returns the ${what} that a variable holds${note}.`,
      params: { name: required('string', 'The name of the variable.') },
      methods: [fromVariable as never],
    }),
  ];
}

export const restoreInputOperations: readonly Operation[] = [
  ...restoring({
    output: 'blob',
    noun: 'Blob',
    label: 'File',
    scriptLabel: 'blob',
    what: 'file',
    note: '',
    expect: expectBlob,
  }),
  ...restoring({
    output: 'bloblist',
    noun: 'Blobs',
    label: 'Files',
    scriptLabel: 'blobs',
    what: 'files',
    note: '; a single file makes a list of one',
    expect: expectBlobs,
  }),
  ...restoring({
    output: 'document',
    noun: 'Document',
    label: 'Document',
    scriptLabel: 'document',
    what: 'document',
    note: ', as it is stored now',
    expect: expectDocument,
  }),
  ...restoring({
    output: 'documents',
    noun: 'Documents',
    label: 'Documents',
    scriptLabel: 'documents',
    what: 'documents',
    note: ', as they are stored now',
    expect: expectDocuments,
  }),
];
