import fc from 'fast-check';
import type { Operation, ParamDefinition, ParamType } from '../../src/automation/define.ts';

/** What exists, so that calls get further than 'not found'. */
export interface KnownDocuments {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
  readonly batch: string;
  /** Names of operations and chains, for those that run others. */
  readonly runnables: readonly string[];
}

export interface OddCall {
  readonly operation: string;
  readonly request: { input?: unknown; params?: unknown; context?: unknown };
  /** Contents sent as parts. */
  readonly files: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

const missingId = '00000000-0000-7000-8000-000000000000';

const oddTexts = [
  '',
  ' ',
  '/',
  '.',
  '..',
  './x',
  '/no/such',
  missingId,
  'a,b\\,c',
  'dc:title=x\ndc:subjects=a,b',
  'no:such=1',
  '=',
  '=\n=\n=',
  'x'.repeat(70_000),
  '\u0000',
  '\ud800',
  'e\u0301\u202e\ufeff',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '-1',
  '99999999999999999999',
  '2024-13-45',
  '2024-02-03T10:20:30.400Z',
  'true',
  'Administrator',
  'members',
  'user:Administrator',
  'nobody-at-all',
  'Read',
  'Everything',
  'local',
  'File',
  'Folder',
  'NoSuchType',
  'Minor',
  'MAJOR',
  'approve',
  'delete',
  'Versionable',
  'dc:title',
  'dc:subjects',
  'dc:subjects/0',
  'dc:created',
  'dc:creator',
  'file:content',
  'file:content/name',
  'files:files',
  'files:files/0/file',
  'files:files/-1',
  'uid:major_version',
  'dublincore',
  'no-such-schema',
  'text/plain',
  'image/',
  '%',
  '*',
  'http://127.0.0.1:1/x',
  'file:///etc/passwd',
  'http://[',
  'data:,x',
  'expr:',
  'expr:1+',
  'expr:1/0',
  'expr:Document',
  'expr:Document.title',
  'expr:Document["dc:title"] + This',
  'expr:Context["x"]',
  'expr:CurrentUser.name',
  'expr:null.x',
  'expr:[1,2,3]',
  'expr:"x".repeat(1e9)',
  'expr:@{',
  '@{Document.path}',
  'Context["x"] = Document',
  'while (true) {}',
];

const textArbitrary = (known: KnownDocuments): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 3, arbitrary: fc.constantFrom(...known.ids, ...known.paths) },
    { weight: 1, arbitrary: fc.constantFrom(...known.runnables) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  );

const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53),
  fc.integer(),
);

/** Any JSON, with names that mean something somewhere. */
function jsonArbitrary(known: KnownDocuments): fc.Arbitrary<unknown> {
  const text = textArbitrary(known);
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 4, arbitrary: text },
      { weight: 2, arbitrary: fc.oneof(numbers, fc.boolean(), fc.constant(null)) },
      { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.dictionary(text, tie('value'), { maxKeys: 4 }) },
      { weight: 1, arbitrary: entityArbitrary(known) },
    ),
  })).value;
}

function entityArbitrary(known: KnownDocuments): fc.Arbitrary<unknown> {
  const text = textArbitrary(known);
  return fc.record(
    {
      'entity-type': fc.oneof(
        fc.constantFrom('document', 'documents', 'user', 'date', 'string', 'list', 'map'),
        text,
      ),
      uid: fc.oneof(fc.constantFrom(...known.ids), text),
      value: fc.oneof(text, numbers, fc.array(text, { maxLength: 3 })),
      entries: fc.array(text, { maxLength: 3 }),
      changeToken: text,
      properties: fc.dictionary(text, text, { maxKeys: 3 }),
      'upload-batch': fc.oneof(fc.constant(known.batch), text),
      'upload-fileId': fc.oneof(fc.constant('0'), text),
    },
    { requiredKeys: ['entity-type'] },
  );
}

/** What a parameter of that name is for, so that many calls come to do something. */
const usefulTexts: Readonly<Record<string, readonly string[]>> = {
  acl: ['local', 'other'],
  complexJsonProperties: ['[{}]', '[{"file":null}]', '{"file":null}'],
  class: ['Any', 'Folder', 'Document'],
  'Destination Path': ['.', '..', '/'],
  event: ['documentModified', 'other'],
  facet: ['HiddenInNavigation', 'Folderish', 'Versionable'],
  groupname: ['fuzz-group', 'members'],
  increment: ['None', 'Minor', 'Major'],
  item: ['item'],
  level: ['debug'],
  lifecycle: ['project', 'approved'],
  list: ['x', 'y', 'target'],
  mode: ['create', 'update', 'createOrUpdate'],
  name: ['x', 'y', 'target', 'file', 'new'],
  permission: ['Read', 'Write', 'Everything'],
  script: ['x', 'This', 'Document.title', 'Context["x"] = Document', 'input'],
  schema: ['dublincore', 'file', 'files'],
  title: ['made'],
  type: ['File', 'Folder', 'Note', 'Workspace', 'document', 'void'],
  user: ['Administrator', 'members'],
  username: ['Administrator', 'fuzz-user'],
  value: ['x', 'approve', 'delete', 'art', '5'],
  version: ['minor', 'major'],
};

const xpaths = ['dc:title', 'dc:subjects', 'file:content', 'files:files', 'files:files/0/file'];

/** Values of about the declared type. */
function fitting(type: ParamType, known: KnownDocuments): fc.Arbitrary<unknown> {
  const document = fc.constantFrom(...known.ids, ...known.paths);
  const text = textArbitrary(known);
  switch (type) {
    case 'boolean':
      return fc.oneof(fc.boolean(), fc.constantFrom('true', 'false', 'TRUE', ''));
    case 'int':
    case 'integer':
    case 'long':
    case 'double':
      return fc.oneof(numbers, fc.constantFrom('0', '1', '-5', '99999999999999999999'));
    case 'date':
      return fc.date({ noInvalidDate: false }).map((date) => {
        return Number.isNaN(date.getTime()) ? 'never' : date.toISOString();
      });
    case 'document':
      return document;
    case 'documents':
      return fc.oneof(
        fc.array(document, { maxLength: 3 }),
        fc.array(document, { maxLength: 3 }).map((items) => items.join(',')),
      );
    case 'properties':
      return fc.oneof(
        fc.dictionary(fc.constantFrom(...xpaths, 'no:such'), jsonArbitrary(known)),
        text,
      );
    case 'stringlist':
    case 'list':
      return fc.oneof(fc.array(text, { maxLength: 5 }), text);
    case 'map':
      return fc.dictionary(text, jsonArbitrary(known), { maxKeys: 4 });
    case 'blob':
      return fc.constant({ 'upload-batch': known.batch, 'upload-fileId': '0' });
    default:
      return fc.oneof(fc.constantFrom(...xpaths), text);
  }
}

function paramsArbitrary(operation: Operation, known: KnownDocuments): fc.Arbitrary<unknown> {
  const entries = Object.entries(operation.params).map(([name, definition]) => {
    const { type, values = [] } = definition as ParamDefinition;
    const isText = type === 'string' || type === 'serializable' || type === 'object';
    const runnables = name === 'id' ? known.runnables : [];
    const useful = [...values, ...(isText ? [...(usefulTexts[name] ?? []), ...runnables] : [])];
    const value = fc.oneof(
      ...(useful.length > 0 ? [{ weight: 30, arbitrary: fc.constantFrom(...useful) }] : []),
      { weight: useful.length > 0 ? 3 : 10, arbitrary: fitting(type, known) },
      { weight: 1, arbitrary: jsonArbitrary(known) },
    );
    // Most calls leave most options alone: each that is odd stops the call.
    const isLeftOut = { weight: 2, arbitrary: fc.constant(undefined) };
    const given = definition.required
      ? value
      : fc.oneof(isLeftOut, { weight: 1, arbitrary: value });
    return [name, given] as const;
  });
  return fc.oneof(
    { weight: 15, arbitrary: fc.record(Object.fromEntries(entries)) },
    { weight: 1, arbitrary: jsonArbitrary(known) },
  );
}

function inputArbitrary(known: KnownDocuments): fc.Arbitrary<unknown> {
  const ids = fc.subarray([...known.ids], { minLength: 1 });
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known.ids).map((id) => `doc:${id}`) },
    { weight: 2, arbitrary: ids.map((list) => `docs:${list.join(',')}`) },
    { weight: 2, arbitrary: jsonArbitrary(known) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const oddHeaders = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  {},
  { 'x-nxvoidoperation': 'true' },
  { 'x-batch-no-drop': 'true' },
  { properties: '*' },
  { 'nuxeo-transaction-timeout': '5' },
);

/** Variables that operations and expressions know by these names. */
function contextArbitrary(known: KnownDocuments): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    fc.constantFrom(...known.ids).map((id) => `doc:${id}`),
    fc.subarray([...known.ids]),
    jsonArbitrary(known),
  );
  return fc.dictionary(fc.constantFrom('x', 'y', 'target', 'currentDocument'), value);
}

/** Steps of a chain, as a configuration file has them. */
export function oddSteps(
  operations: readonly Operation[],
  known: KnownDocuments,
): fc.Arbitrary<{ operation: string; params: Record<string, unknown> }[]> {
  const step = fc.constantFrom(...operations).chain((operation) =>
    paramsArbitrary(operation, known).map((params) => ({
      operation: operation.id,
      params: JSON.parse(JSON.stringify(isRecord(params) ? params : {})),
    })),
  );
  return fc.array(step, { minLength: 2, maxLength: 6 });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Calls of an operation that are well formed as HTTP: half of them make some sense. */
export function oddCalls(operation: Operation, known: KnownDocuments): fc.Arbitrary<OddCall> {
  const takesBlobs = operation.methods.some(({ input }) => input.startsWith('blob'));
  const files = fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 3 });
  return fc.record({
    operation: fc.constant(operation.id),
    request: fc.record(
      {
        input: inputArbitrary(known),
        params: paramsArbitrary(operation, known),
        context: contextArbitrary(known),
      },
      { requiredKeys: ['input', 'params'] },
    ),
    files: fc.oneof(
      { weight: takesBlobs ? 2 : 8, arbitrary: fc.constant([]) },
      { weight: takesBlobs ? 3 : 1, arbitrary: files },
    ),
    headers: oddHeaders,
  });
}
