import { defineOperation, type Method, type Operation } from '../../automation/define.ts';
import type { OperationContext, Stacks } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { BlobList, DocumentList } from '../../automation/values.ts';
import { reload } from '../../automation/variables.ts';

type Step = Method<Record<never, never>>;

/** Removes a value from a stack. @throws AppError operation.failed when there is none */
type Take = <Kind extends keyof Stacks>(
  context: OperationContext,
  kind: Kind,
) => Stacks[Kind][number];

/** One of the four stacks of an execution and the names of its operations. */
interface StackFamily {
  /** `Context.PopDocument`, `Context.PullDocument`, `Context.PushDocument`. */
  readonly noun: string;
  readonly aliasOf: (verb: string) => string;
  readonly label: string;
  readonly taken: string;
  readonly given: string;
  readonly place: string;
  readonly push: Step;
  readonly take: (take: Take) => Step;
}

const families: readonly StackFamily[] = [
  {
    noun: 'Document',
    aliasOf: (verb) => `Document.${verb}`,
    label: 'Document',
    taken: 'the document, as it is stored now, that was pushed',
    given: 'the input document',
    place: 'the stack of documents',
    push: {
      input: 'document',
      output: 'document',
      async run({ stacks }, document) {
        stacks.document.push(document);
        return document;
      },
    },
    take: (take) => ({
      input: 'void',
      output: 'document',
      run: async (context) => (await reload(context, [take(context, 'document')]))[0],
    }),
  },
  {
    noun: 'DocumentList',
    aliasOf: (verb) => `Document.${verb}List`,
    label: 'Document List',
    taken: 'the list of documents, as they are stored now, that was pushed',
    given: 'the input documents as one list',
    place: 'the stack of document lists',
    push: {
      input: 'documents',
      output: 'documents',
      async run({ stacks }, documents) {
        stacks.documents.push(new DocumentList(documents));
        return documents;
      },
    },
    take: (take) => ({
      input: 'void',
      output: 'documents',
      run: async (context) => reload(context, take(context, 'documents').items),
    }),
  },
  {
    noun: 'Blob',
    aliasOf: (verb) => `Blob.${verb}`,
    label: 'File',
    taken: 'the file that was pushed',
    given: 'the input file',
    place: 'the stack of files',
    push: {
      input: 'blob',
      output: 'blob',
      async run({ stacks }, blob) {
        stacks.blob.push(blob);
        return blob;
      },
    },
    take: (take) => ({
      input: 'void',
      output: 'blob',
      run: async (context) => take(context, 'blob'),
    }),
  },
  {
    noun: 'BlobList',
    aliasOf: (verb) => `Blob.${verb}List`,
    label: 'File List',
    taken: 'the list of files that was pushed',
    given: 'the input files as one list',
    place: 'the stack of file lists',
    push: {
      input: 'bloblist',
      output: 'bloblist',
      async run({ stacks }, blobs) {
        stacks.bloblist.push(new BlobList(blobs));
        return blobs;
      },
    },
    take: (take) => ({
      input: 'void',
      output: 'bloblist',
      run: async (context) => take(context, 'bloblist').items,
    }),
  },
];

const kindNames: Readonly<Record<keyof Stacks, string>> = {
  document: 'document',
  documents: 'list of documents',
  blob: 'file',
  bloblist: 'list of files',
};

/** Pop removes what was pushed last, pull what was pushed first. */
function taking(verb: 'Pop' | 'Pull'): Take {
  return ({ stacks }, kind) => {
    const stack: Stacks[typeof kind][number][] = stacks[kind];
    const taken = verb === 'Pop' ? stack.pop() : stack.shift();
    if (taken !== undefined) return taken;
    throw operationFailed(`No ${kindNames[kind]} is left on the stack: push one before`);
  };
}

function operationOf(family: StackFamily, verb: 'Pop' | 'Pull' | 'Push'): Operation {
  const { noun, aliasOf, label, taken, given, place, push, take } = family;
  const order = verb === 'Pop' ? 'last' : 'first';
  return defineOperation({
    id: `Context.${verb}${noun}`,
    aliases: [aliasOf(verb)],
    label: `${verb} ${label}`,
    category: 'Push & Pop',
    description:
      verb === 'Push'
        ? `Puts ${given} on top of ${place}, and passes the input on.`
        : `Takes ${taken} ${order} off ${place} and returns it.`,
    params: {},
    methods: [verb === 'Push' ? push : take(taking(verb))],
  });
}

export const stackOperations: readonly Operation[] = (['Pop', 'Pull', 'Push'] as const).flatMap(
  (verb) => families.map((family) => operationOf(family, verb)),
);
