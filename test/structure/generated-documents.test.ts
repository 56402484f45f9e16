import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedDocuments } from '../../docs/generated-documents.ts';
import { operationsReference } from '../../docs/operations-reference.ts';
import { defineOperation, required, withDefault } from '../../src/automation/define.ts';
import { OperationRegistry } from '../../src/automation/registry.ts';

const docs = resolve(import.meta.dirname, '../../docs');

test.each([...generatedDocuments()])('docs/%s is what npm run docs writes', (path, text) => {
  expect(readFileSync(join(docs, path), 'utf8')).toBe(text);
});

describe('the page on operations', () => {
  const param = required('string', 'A name | of two.', { aliases: ['n'] });
  const operation = defineOperation({
    id: 'Test.One',
    aliases: ['One'],
    label: 'One',
    category: 'Tests',
    description: 'Does <one> thing.',
    access: 'administrator',
    params: {
      name: param,
      mode: withDefault('string', '', { description: 'How.', values: ['a', 'b'] }),
      pairs: withDefault('properties', new Map(), { description: 'What.' }),
    },
    methods: [
      { input: 'document', output: 'document', loops: true, run: async (_context, input) => input },
    ],
  });
  const chain = {
    id: 'Two',
    aliases: [],
    description: null,
    params: {},
    steps: [{ operation: 'Test.One', params: new Map([['name', 'a`b']]) }],
  };
  const page = operationsReference(new OperationRegistry([operation], [chain]));

  test('describes each operation completely', () => {
    expect(page).toContain(`### \`Test.One\`

Does \\<one\\> thing.

- Also called: \`One\`
- Who may call it: administrators
- Takes: \`document → document\`, \`documents → documents\`

| Parameter | Type | Required | Default | What it is |
| --- | --- | --- | --- | --- |
| \`name\` | string | yes |  | A name \\| of two. Also sent as \`n\`. |
| \`mode\` | string |  | \`""\` | How. Suggested: \`a\`, \`b\`. |
| \`pairs\` | properties |  | \`{}\` | What. |
`);
  });

  test('lists the steps of each chain', () => {
    expect(page).toContain(`### \`Two\`

- Takes: \`document → document\`, \`documents → documents\`

1. \`Test.One\`: \`\` name = a\`b \`\`
`);
  });

  test('lists all of them at its top, with links to each', () => {
    expect(page).toContain('It has 1 operation and 1 chain.');
    expect(page).toContain('- Tests: [Test.One](#testone)\n- Chains: [Two](#two)\n');
  });
});
