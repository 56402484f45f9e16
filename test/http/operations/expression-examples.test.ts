import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryFunctions } from '../../../src/automation/bindings/directory-functions.ts';
import { documentMembers } from '../../../src/automation/bindings/document-host.ts';
import { userFunctions } from '../../../src/automation/bindings/user-functions.ts';
import { bindingNames } from '../../../src/automation/evaluation.ts';
import type { StepContext } from '../../../src/automation/step-context.ts';
import { pureFunctions } from '../../../src/expressions/functions.ts';
import { expressionLimits } from '../../../src/expressions/limits.ts';
import { dataMethodNames } from '../../../src/expressions/members.ts';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

const page = readFileSync(
  resolve(import.meta.dirname, '../../../docs/reference/expressions.md'),
  'utf8',
);

/** The lines of the blocks of that language, as pairs of source and result. */
function examplesOf(language: string): [string, string][] {
  const blocks = page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...blocks].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.split(' → ') as [string, string]),
  );
}

const expressions = examplesOf('expression');
const listExpressions = examplesOf('expression-list');
const scripts = examplesOf('script');
const allExamples = [...expressions, ...listExpressions, ...scripts].map(([source]) => source);

describe('the page on expressions has an example', () => {
  const noContext = {} as StepContext;
  const functions = [
    ...pureFunctions.keys(),
    ...Object.keys(userFunctions(noContext)),
    ...Object.keys(directoryFunctions(noContext)),
  ];
  const patterns = [
    ...bindingNames.map((name) => [name, new RegExp(`\\b${name}\\b`)] as const),
    ...functions.map((name) => [`Fn.${name}`, new RegExp(`Fn\\.${name}\\(`)] as const),
    ...documentMembers.map(
      (name) => [`Document.${name}`, new RegExp(`Document\\.${name}\\b`)] as const,
    ),
    ...dataMethodNames.map((name) => [`${name}()`, new RegExp(`\\.${name}\\(`)] as const),
  ];
  test.each(patterns)('for %s', (_name, pattern) => {
    expect(allExamples.some((source) => pattern.test(source))).toBe(true);
  });

  test('and names every limit', () => {
    for (const limit of Object.values(expressionLimits)) {
      expect(page).toContain(`| ${limit.toLocaleString('en')} |`);
    }
  });
});

const chains = {
  scripted: [
    step('RunScript'),
    step('Document.Update', { properties: 'expr:dc:description=@{result}', save: false }),
  ],
  firstOfList: [
    step('Context.SetVar', { name: 'result' }),
    step('Repository.GetDocument', { value: '/default-domain' }),
    step('Document.Update', { properties: 'expr:dc:description=@{result}', save: false }),
  ],
};

describe.each(engines)('examples of the page on expressions on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startWithChains(engine, chains);
    await app.request('POST /api/v1/group', {
      body: { 'entity-type': 'group', groupname: 'readers' },
    });
    await createUser(app, 'bob', ['readers']);
    await app.request('PUT /api/v1/user/bob', {
      body: { 'entity-type': 'user', id: 'bob', properties: { email: 'bob@example.org' } },
    });
    const parent = await createDocument(app, { name: 'parent', type: 'Folder' });
    const properties = {
      'dc:title': 'The title',
      'dc:subjects': ['art', 'sciences'],
      'file:content': { data: 'hello', name: 'a.txt' },
    };
    uid = (await createDocument(app, { parent: parent.uid, name: 'child', properties })).uid;
  });
  afterAll(async () => {
    await app.close();
  });

  const context = { customer: 'Acme', 'two words': 'here' };
  const headers = { properties: 'dublincore' };
  const call = (id: string, input: string, params: object) =>
    callOperation(app, id, { input, params, context, headers });

  test.each(expressions)('%s is %s', async (source, result) => {
    const properties = `expr:dc:description=@{${source}}`;
    const { json } = await call('Document.Update', `doc:${uid}`, { properties, save: false });
    expect(json.properties?.['dc:description'] ?? json).toBe(result);
  });

  test.each(listExpressions)('of a list, %s is %s', async (source, result) => {
    const input = 'docs:/default-domain,/default-domain/workspaces';
    const { json } = await call('firstOfList', input, { value: `expr:${source}` });
    expect(json.properties?.['dc:description'] ?? json).toBe(result);
  });

  test.each(scripts)('after %s the result is %s', async (script, result) => {
    const { json } = await call('scripted', `doc:${uid}`, { script });
    expect(json.properties?.['dc:description'] ?? json).toBe(result);
  });
});
