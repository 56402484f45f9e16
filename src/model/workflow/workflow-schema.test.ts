import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { defaultWorkflowFile } from './workflow-file.ts';
import { checkForm } from './workflow-schema.ts';

const path = '../../../docs/reference/workflow-model.schema.json';
const published = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

const buttons = [{ name: 'ok' }];
const node = { id: 'a', task: { assignees: ['bob'], buttons } };
const model = { name: 'A', nodes: [node] };
const withNode = (change: object) => ({ models: [{ ...model, nodes: [{ ...node, ...change }] }] });
const withTask = (change: object) => withNode({ task: { ...node.task, ...change } });
const withVariable = (variable: object) => ({ models: [{ ...model, variables: [variable] }] });

const right: readonly unknown[] = [
  {},
  defaultWorkflowFile.content,
  { $schema: 'workflow-model.schema.json', models: [], labels: { 'fr-CA': { key: 'texte' } } },
  { models: [model, { name: 'B', enabled: false }, { ...model, enabled: true }] },
  withVariable({ name: 'v', type: 'string[]', default: ['a'], maxLength: 5 }),
  withNode({ subWorkflow: { model: 'expr:a', variables: { b: [1, { c: null }] } } }),
  withNode({
    merge: 'all',
    x: -5,
    transitions: [{ name: 't', target: 'b', path: [{ x: 1, y: 2 }] }],
  }),
  withTask({ buttons: [{ name: 'NA', validate: false, condition: 'true' }] }),
];

const wrong: readonly unknown[] = [
  null,
  [],
  'text',
  { models: {} },
  { other: 1 },
  { models: [5] },
  { models: [{ name: 'A' }] },
  { models: [{ ...model, nodes: [] }] },
  { models: [{ ...model, name: '' }] },
  { models: [{ ...model, name: 'a b' }] },
  { models: [{ ...model, name: 'x'.repeat(101) }] },
  { models: [{ ...model, enabled: 'no' }] },
  { models: [{ ...model, enabled: false }] },
  { models: [{ ...model, availability: { types: [] } }] },
  { models: [{ ...model, nodes: Array.from({ length: 501 }, () => node) }] },
  { labels: { fr: { a: 1 } } },
  { labels: { 'not a language': {} } },
  withVariable({ name: 'v', type: 'text' }),
  withVariable({ name: 'v', type: 'blob[]' }),
  withVariable({ name: 'v' }),
  withVariable({ name: 'v', type: 'string', maxLength: 0 }),
  withNode({ id: '1' }),
  withNode({ merge: 'some' }),
  withNode({ x: 1.5 }),
  withNode({ start: 'yes' }),
  withNode({ transitions: [{ name: 't' }] }),
  withNode({ transitions: [{ name: 't', target: 'b', condition: '' }] }),
  withNode({ transitions: [{ name: 't', target: 'b', condition: 'x'.repeat(10_001) }] }),
  withNode({ escalations: [{ id: 'e', condition: 'true' }] }),
  withNode({ subWorkflow: { model: '' } }),
  withNode({ unknown: 1 }),
  withTask({ buttons: [] }),
  withTask({ buttons: [{ name: 'a/b' }] }),
  withTask({ assignees: [''] }),
  withTask({ assignees: 'bob' }),
  withTask({ permission: null }),
];

const cases = [
  ...right.map((content) => [content, true] as const),
  ...wrong.map((content) => [content, false] as const),
];

test.each(cases)('the published schema and the server agree on %j: %s', (content, isRight) => {
  expect([published(content), 'content' in checkForm(content)]).toEqual([isRight, isRight]);
});
