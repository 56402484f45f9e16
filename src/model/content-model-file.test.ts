import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAppError } from '../base/errors/app-error.ts';
import {
  buildContentModel,
  defaultModelFile,
  defaultVariablesFile,
  loadDefaultModel,
  type ModelFile,
  parseModelFile,
} from './content-model-file.ts';
import type { ModelFileContent } from './content-model-format.ts';
import { compileModel } from './workflow/compile-model.ts';
import { variableSchemas } from './workflow/variable-schemas.ts';
import { WorkflowModels } from './workflow/workflow-models.ts';

/** Effective sets of some types as they have to be, stated apart from the loader that computes them. */
const effectiveTypes = {
  File: {
    schemas: ['common', 'dublincore', 'facetedTag', 'file', 'files', 'relatedtext', 'uid'],
    facets: [
      'Commentable',
      'Downloadable',
      'HasRelatedText',
      'NXTag',
      'Publishable',
      'Versionable',
    ],
    lifecycle: 'default',
  },
  Note: {
    schemas: ['common', 'dublincore', 'facetedTag', 'files', 'note', 'relatedtext', 'uid'],
    facets: ['Commentable', 'HasRelatedText', 'NXTag', 'Publishable', 'Versionable'],
    lifecycle: 'default',
  },
  Picture: {
    schemas: [
      'common',
      'dublincore',
      'facetedTag',
      'file',
      'image_metadata',
      'picture',
      'relatedtext',
      'uid',
    ],
    facets: ['Commentable', 'HasRelatedText', 'NXTag', 'Picture', 'Publishable', 'Versionable'],
    lifecycle: 'default',
  },
  Workspace: {
    schemas: ['common', 'dublincore', 'facetedTag', 'file', 'files', 'publishing', 'webcontainer'],
    facets: ['Folderish', 'NXTag', 'SuperSpace'],
    lifecycle: 'default',
  },
  Collection: {
    schemas: ['collection', 'common', 'dublincore', 'facetedTag', 'uid'],
    facets: ['Collection', 'NXTag', 'NotCollectionMember', 'Versionable'],
    lifecycle: 'default',
  },
  Video: {
    schemas: ['common', 'dublincore', 'facetedTag', 'file', 'files', 'picture', 'uid', 'video'],
    facets: [
      'Commentable',
      'HasStoryboard',
      'HasVideoPreview',
      'NXTag',
      'Publishable',
      'Versionable',
      'Video',
    ],
    lifecycle: 'default',
  },
  RoutingTask: {
    schemas: ['common', 'dublincore', 'task'],
    facets: ['HiddenInNavigation', 'RoutingTask', 'Task'],
    lifecycle: 'task',
  },
  Annotation: {
    schemas: ['annotation', 'comment', 'common', 'dublincore'],
    facets: ['HiddenInNavigation'],
    lifecycle: null,
  },
  Relation: { schemas: ['dublincore', 'relation'], facets: [], lifecycle: null },
} as const;

test.each(Object.entries(effectiveTypes))(
  'the built-in type %s has the inherited schemas and facets, and those of its facets',
  (name, expected) => {
    const type = loadDefaultModel().getType(name);
    expect([...type.schemas].sort()).toEqual(expected.schemas);
    expect([...type.facets].sort()).toEqual(expected.facets);
    expect(type.lifecycle).toBe(expected.lifecycle);
  },
);

test('the built-in model passes every check that custom files have to pass', async () => {
  const checked = await parseModelFile(defaultModelFile.content, 'default');
  const model = buildContentModel([checked, { ...defaultVariablesFile }]);
  expect(model.definition).toEqual(loadDefaultModel().definition);
});

test('the built-in fields carry their rules', () => {
  const { properties } = loadDefaultModel().shapeOf('File');
  expect(properties.get('dc:description')?.field).toEqual({
    name: 'description',
    type: 'string',
    constraints: { maxLength: 2000 },
  });
  expect(properties.get('dc:contributors')?.field).toEqual({
    name: 'contributors',
    type: 'array',
    secured: true,
    item: {
      type: 'string',
      reference: { resolver: 'userManagerResolver', type: 'user', validation: 'false' },
    },
  });
  expect(properties.get('dc:nature')?.field.reference).toEqual({
    resolver: 'directoryResolver',
    directory: 'nature',
  });
  expect(properties.get('files:files')?.field).toEqual({
    name: 'files',
    type: 'list',
    item: { type: 'complex', fields: [{ name: 'file', type: 'blob' }] },
  });
});

test('a new repository starts with the default domain and two closed roots', () => {
  const { rootAcl, initialContent, creationTemplates } = loadDefaultModel().definition;
  expect(rootAcl).toContainEqual({ username: 'members', permission: 'Read', granted: true });
  expect(initialContent.map((document) => document.name)).toEqual([
    'default-domain',
    'task-root',
    'management',
  ]);
  expect(initialContent[0]?.children.map((document) => document.name)).toEqual([
    'workspaces',
    'sections',
    'templates',
  ]);
  expect(initialContent[2]?.acl.at(-1)).toEqual({
    username: 'Everyone',
    permission: 'Everything',
    granted: false,
  });
  expect(creationTemplates.map(({ type }) => type)).toEqual([
    'Domain',
    'SectionRoot',
    'CommentRoot',
  ]);
});

test('ReadWrite grants what Read and Write include', () => {
  const model = loadDefaultModel();
  expect(model.permissionsIncluding('Browse')).toContain('ReadWrite');
  expect(model.permissionsIncluding('RemoveChildren')).toContain('ReadWrite');
  expect(model.permissionsIncluding('WriteSecurity')).not.toContain('ReadWrite');
});

async function buildWith(content: unknown): Promise<ReturnType<typeof buildContentModel>> {
  return buildContentModel([defaultModelFile, await parseModelFile(content, 'my.json')]);
}

async function problemsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work().catch((thrown: unknown) => thrown);
  if (!isAppError(error, 'content-model.invalid')) throw error;
  const { problems } = error.detail as { problems: readonly string[] };
  for (const problem of problems) expect(error.message).toContain(problem);
  return problems;
}

test('the example of the documentation adds its types and extends built-in ones', async () => {
  const path = join(import.meta.dirname, '../../docs/examples/custom-model.json');
  const model = await buildWith(JSON.parse(await readFile(path, 'utf8')));
  expect(model.isSubtype('Contract', 'File')).toBe(true);
  expect(model.shapeOf('Contract').properties.get('ctr:parties')?.field.item?.fields).toEqual([
    { name: 'name', type: 'string', constraints: { notNull: true } },
    { name: 'signedOn', type: 'date' },
    { name: 'signature', type: 'blob' },
  ]);
  expect(model.getType('Workspace').allowedSubtypes).toContain('ContractFolder');
  expect(model.getType('Workspace').allowedSubtypes).toContain('File');
  expect(model.lifecycleOf(model.getType('Contract'))?.initialState).toBe('draft');
  expect(model.lifecycleOf(model.getType('ContractFolder'))?.name).toBe('default');
  expect(model.permissionsIncluding('Browse')).toContain('Sign');
  expect(model.shapeOf('File').properties.get('dc:title')?.field.constraints).toEqual({
    maxLength: 500,
  });
  const workspaces = model.definition.initialContent[0]?.children[0];
  expect(workspaces?.title).toBe('Workspaces');
  expect(workspaces?.children[0]?.acl).toEqual([
    { username: 'members', permission: 'Sign', granted: true },
    { username: 'interns', permission: 'Everything', granted: false },
  ]);
});

test('every mistake in the form of a file is reported with its place', async () => {
  const file = {
    schemas: {
      '1st': { fields: { a: 'strin', b: { type: 'complex', fields: { c: { type: 4 } } } } },
      ok: { fields: { constructor: 'string' } },
    },
    types: { A: { supertype: 3, schema: [] } },
    content: { documents: [{ name: 'x', type: 'Folder', children: [{ name: 'y' }] }] },
    colour: 'red',
  };
  const problems = await problemsOf(() => parseModelFile(file, 'my.json'));
  expect(problems.map((problem) => problem.split(': ').slice(0, 2).join(': '))).toEqual([
    'my.json: schemas.1st.fields.a.type',
    'my.json: schemas.1st.fields.b.fields.c.type',
    'my.json: schemas.ok.fields.constructor',
    'my.json: schemas.1st',
    'my.json: types.A.supertype',
    'my.json: types.A.schema',
    'my.json: content.documents[0].children[0].type',
    'my.json: colour',
  ]);
});

test('a file that is not an object is refused', async () => {
  expect(await problemsOf(() => parseModelFile([], 'my.json'))).toHaveLength(1);
  expect(await problemsOf(() => parseModelFile(null, 'my.json'))).toHaveLength(1);
});

interface Mistake {
  readonly what: string;
  readonly content: ModelFileContent;
  readonly problem: string;
}

const mistakes: readonly Mistake[] = [
  {
    what: 'an unknown schema of a type',
    content: { types: { A: { schemas: ['file', 'foo'] } } },
    problem: 'my.json: types.A.schemas[1]: unknown schema "foo"',
  },
  {
    what: 'an unknown facet of a type',
    content: { types: { A: { facets: ['Shiny'] } } },
    problem: 'my.json: types.A.facets[0]: unknown facet "Shiny"',
  },
  {
    what: 'an unknown subtype',
    content: { types: { A: { subtypes: ['B'] } } },
    problem: 'my.json: types.A.subtypes[0]: unknown type "B"',
  },
  {
    what: 'an unknown supertype',
    content: { types: { A: { supertype: 'B' } } },
    problem: 'my.json: types.A.supertype: unknown type "B"',
  },
  {
    what: 'a circle of supertypes',
    content: { types: { A: { supertype: 'B' }, B: { supertype: 'A' } } },
    problem: 'types.A.supertype: the type is its own supertype: A → B → A',
  },
  {
    what: 'another supertype for a built-in type',
    content: { types: { File: { supertype: 'Folder' } } },
    problem: 'my.json: types.File.supertype: is Document elsewhere and cannot become Folder',
  },
  {
    what: 'an unknown life cycle',
    content: { types: { A: { lifecycle: 'none' } } },
    problem: 'my.json: types.A.lifecycle: unknown lifecycle "none"',
  },
  {
    what: 'an unknown schema of a facet',
    content: { facets: { A: { schemas: ['foo'] } } },
    problem: 'my.json: facets.A.schemas[0]: unknown schema "foo"',
  },
  {
    what: 'a prefix that another schema has',
    content: { schemas: { mine: { prefix: 'dc', fields: {} } } },
    problem: 'schemas.mine.prefix: "dc" is also the prefix of schema "dublincore"',
  },
  {
    what: 'another prefix for a built-in schema',
    content: { schemas: { dublincore: { prefix: 'core' } } },
    problem: 'my.json: schemas.dublincore.prefix: cannot be changed by another file',
  },
  {
    what: 'another type for a built-in field',
    content: { schemas: { dublincore: { fields: { title: 'long' } } } },
    problem: 'my.json: schemas.dublincore.fields.title: is string elsewhere and cannot become long',
  },
  {
    what: 'another type for a built-in sub-field',
    content: {
      schemas: { files: { fields: { files: { type: 'complex[]', fields: { file: 'string' } } } } },
    },
    problem: 'my.json: schemas.files.fields.files: file is blob elsewhere and cannot become string',
  },
  {
    what: 'a pattern that does not compile',
    content: { schemas: { s: { fields: { a: { type: 'string', pattern: 'a)|(b' } } } } },
    problem: 'my.json: schemas.s.fields.a.pattern: is not a regular expression',
  },
  {
    what: 'a rule that does not apply to the type',
    content: { schemas: { s: { fields: { a: { type: 'long', maxLength: 3 } } } } },
    problem:
      'my.json: schemas.s.fields.a.maxLength: applies to string and string[] only, not to long',
  },
  {
    what: 'a default of another type',
    content: { schemas: { s: { fields: { a: { type: 'long', default: 1.5 } } } } },
    problem: 'my.json: schemas.s.fields.a.default: 1.5 is no default for long',
  },
  {
    what: 'a default that breaks a rule',
    content: {
      schemas: { s: { fields: { a: { type: 'string', enumeration: ['x'], default: 'y' } } } },
    },
    problem: "my.json: schemas.s.fields.a.default: breaks the field's own EnumConstraint",
  },
  {
    what: 'a list with a default',
    content: { schemas: { s: { fields: { a: { type: 'string[]', default: 'y' } } } } },
    problem: 'my.json: schemas.s.fields.a.default: "y" is no default for string[]',
  },
  {
    what: 'reversed bounds',
    content: { schemas: { s: { fields: { a: { type: 'long', minimum: 2, maximum: 1 } } } } },
    problem: 'my.json: schemas.s.fields.a.minimum: is greater than maximum',
  },
  {
    what: 'a complex field without sub-fields',
    content: { schemas: { s: { fields: { a: 'complex' } } } },
    problem: 'my.json: schemas.s.fields.a: complex needs fields',
  },
  {
    what: 'a complex value that could pass for a stored blob',
    content: {
      schemas: {
        s: {
          fields: { a: { type: 'complex', fields: { key: 'string', digestAlgorithm: 'string' } } },
        },
      },
    },
    problem: 'my.json: schemas.s.fields.a: sub-fields "key" and "digestAlgorithm" together',
  },
  {
    what: 'a transition to an unknown state',
    content: {
      lifecycles: { l: { initialState: 'a', transitions: { go: 'b' }, states: { a: ['go'] } } },
    },
    problem: 'my.json: lifecycles.l.transitions.go: unknown state "b"',
  },
  {
    what: 'an unknown transition of a state',
    content: { lifecycles: { l: { initialState: 'a', transitions: {}, states: { a: ['go'] } } } },
    problem: 'my.json: lifecycles.l.states.a[0]: unknown transition "go"',
  },
  {
    what: 'another target for a built-in transition',
    content: {
      lifecycles: {
        default: { initialState: 'project', transitions: { approve: 'deleted' }, states: {} },
      },
    },
    problem: 'my.json: lifecycles.default.transitions.approve: leads to approved elsewhere',
  },
  {
    what: 'an unknown included permission',
    content: { permissions: { Sign: ['Red'] } },
    problem: 'my.json: permissions.Sign[0]: unknown permission "Red"',
  },
  {
    what: 'an unknown permission in an ACL',
    content: { content: { rootAcl: [{ username: 'a', permission: 'Red' }] } },
    problem: 'my.json: content.rootAcl[0].permission: unknown permission "Red"',
  },
  {
    what: 'an unknown type of an initial document',
    content: { content: { documents: [{ name: 'a', type: 'B' }] } },
    problem: 'my.json: content.documents[0].type: unknown type "B"',
  },
  {
    what: 'another type for a built-in document',
    content: { content: { documents: [{ name: 'default-domain', type: 'Folder' }] } },
    problem: 'my.json: content.documents[0].type: default-domain is a Domain elsewhere',
  },
  {
    what: 'a name that no document can have',
    content: { content: { onCreation: { Folder: { children: [{ name: 'a/b', type: 'File' }] } } } },
    problem: 'my.json: content.onCreation.Folder.children[0].name: "a/b" cannot be the name',
  },
  {
    what: 'two documents of the same name',
    content: {
      content: {
        documents: [
          { name: 'a', type: 'File' },
          { name: 'a', type: 'File' },
        ],
      },
    },
    problem: 'my.json: content.documents[1].name: "a" is there twice',
  },
  {
    what: 'an unknown proxy schema',
    content: { proxySchemas: ['foo'] },
    problem: 'my.json: proxySchemas[0]: unknown schema "foo"',
  },
];

test.each(mistakes)('$what is refused', async ({ content, problem }) => {
  expect(await problemsOf(() => buildWith(content))).toEqual([expect.stringContaining(problem)]);
});

test('all mistakes of all files are reported at once', async () => {
  const files: ModelFile[] = [
    defaultModelFile,
    { source: 'a.json', content: { types: { A: { schemas: ['x'] } } } },
    { source: 'b.json', content: { types: { B: { schemas: ['y'] } } } },
  ];
  expect(await problemsOf(async () => buildContentModel(files))).toEqual([
    'a.json: types.A.schemas[0]: unknown schema "x"',
    'b.json: types.B.schemas[0]: unknown schema "y"',
  ]);
});

test('a later file may use what it finds in an earlier one', () => {
  const model = buildContentModel([
    defaultModelFile,
    { source: 'a.json', content: { schemas: { s: { fields: { a: 'string' } } } } },
    {
      source: 'b.json',
      content: { schemas: { s: { fields: { b: 'long' } } }, types: { T: { schemas: ['s'] } } },
    },
  ]);
  expect([...model.shapeOf('T').properties.keys()]).toEqual(['s:a', 's:b']);
});

test('a field restated by a later file keeps the rules that are not mentioned', () => {
  const model = buildContentModel([
    defaultModelFile,
    {
      source: 'a.json',
      content: {
        schemas: { dublincore: { fields: { creator: { type: 'string', notNull: true } } } },
      },
    },
  ]);
  expect(model.shapeOf('File').properties.get('dc:creator')?.field).toMatchObject({
    secured: true,
    constraints: { notNull: true },
    reference: { resolver: 'userManagerResolver' },
  });
});

test('each workflow model brings a schema with its variables, which must be a new one', () => {
  const model = loadDefaultModel();
  expect(model.findFacet('facet-var_SerialDocumentReview')?.schemas).toEqual([
    'var_SerialDocumentReview',
  ]);
  const serial = model.shapeOf('DocumentRoute', ['facet-var_SerialDocumentReview']);
  expect(serial.properties.get('var_SerialDocumentReview:index')?.field).toEqual({
    name: 'index',
    type: 'long',
    default: 0,
  });
  const parallel = model.shapeOf('DocumentRoute', ['facet-var_ParallelDocumentReview']);
  const types = ['end_date', 'participants', 'review_result', 'review_result_file'].map(
    (name) => parallel.properties.get(`var_ParallelDocumentReview:${name}`)?.field.type,
  );
  expect(types).toEqual(['date', 'array', 'string', 'blob']);
  const taken = variableSchemas(
    new WorkflowModels([compileModel({ name: 'Task2169', nodes: [] })]),
  );
  expect(() => buildContentModel([defaultModelFile, taken])).toThrow(
    'variables of workflows: schemas.var_Task2169: is defined already: give the workflow model another name',
  );
});
