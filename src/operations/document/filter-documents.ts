import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { type Document, hasFacet, isProxy } from '../../model/document.ts';

/** The values of the criterion `class`, as forms show them. */
const classes: Readonly<Record<string, (document: Document) => boolean>> = {
  Any: () => true,
  'Regular Document': (document) => !document.isVersion && !isProxy(document),
  'Document Link': (document) => isProxy(document) && !isImmutable(document),
  'Published Document': (document) => isProxy(document) && isImmutable(document),
  'Document Proxy': isProxy,
  'Document Version': (document) => document.isVersion,
  'Immutable Document': isImmutable,
  'Mutable Document': (document) => !isImmutable(document),
};

/** Versions, and proxies that show one. */
function isImmutable(document: Document): boolean {
  return document.isVersion || document.proxyTarget?.isVersion === true;
}

interface Criteria {
  readonly class: string | null;
  readonly facet: string | null;
  readonly lifecycle: string | null;
  readonly pathStartsWith: string | null;
  readonly types: string | null;
}

export const filterDocumentsOperation = defineOperation({
  id: 'Document.Filter',
  label: 'Filter List',
  category: 'Document',
  description: 'Keeps those of the input documents that meet all of the given criteria.',
  params: {
    class: optional('string', 'What kind of document it is.', {
      values: Object.keys(classes),
      widget: 'Option',
    }),
    condition: optional(
      'string',
      'An expression over the document; only a document for which it is false is left out.',
    ),
    facet: optional('string', 'A facet that it has.'),
    lifecycle: optional('string', 'The state it is in.'),
    pathStartsWith: optional('string', 'What its path starts with.'),
    types: optional('string', 'The types it may have, separated by commas.'),
  },
  methods: [
    {
      input: 'document',
      output: 'documents',
      loops: true,
      async run(context, document, { condition, ...criteria }) {
        const isKept = meets(document, criteria) && (await isAccepted(context, condition));
        return isKept ? [document] : [];
      },
    },
  ],
});

function meets(document: WorkingDocument, criteria: Criteria): boolean {
  const { facet, lifecycle, pathStartsWith } = criteria;
  return (
    isOfClass(document, criteria.class) &&
    isOfTypes(document, criteria.types) &&
    (!facet || hasFacet(document, facet) || (facet === 'Immutable' && isImmutable(document))) &&
    (!lifecycle || document.state === lifecycle) &&
    (!pathStartsWith || document.path?.startsWith(pathStartsWith) === true)
  );
}

function isOfTypes({ type }: Document, types: string | null): boolean {
  if (!types) return true;
  return types.split(',').some((name) => name.trim() === type);
}

function isOfClass(document: Document, name: string | null): boolean {
  if (!name) return true;
  const test = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (test) return test(document);
  throw new AppError(
    'operation.parameter-invalid',
    `Parameter class: ${name} is not one of ${Object.keys(classes).join(', ')}`,
  );
}

/** Existing callers rely on it that a condition that cannot be evaluated filters nothing. */
async function isAccepted(context: OperationContext, condition: string | null): Promise<boolean> {
  if (!condition) return true;
  try {
    return (await context.evaluate(condition)) !== false;
  } catch (error) {
    if (isAppError(error) && error.status < 500) return true;
    throw error;
  }
}
