import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliStore, createCliStore } from '../support/cli.ts';

const stop = { id: 'end', stop: true };
const begin = (...targets: string[]) => ({
  id: 'begin',
  start: true,
  transitions: targets.map((target) => ({ name: `to_${target}`, target })),
});
const models = (...all: object[]) => ({ models: all });

describe('a start with files of workflows that are wrong', () => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore('sqlite');
  });
  afterAll(() => store.close());

  /** What the server prints, the paths of the files without their folder. */
  const refused = async (files: Readonly<Record<string, unknown>>, command = ['serve']) => {
    const paths: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      paths.push(join(store.folder, name));
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(paths.at(-1) ?? '', text);
    }
    const flags = ['--workflow-files', paths.join(',')];
    const port = command[0] === 'serve' ? ['--port', '0'] : [];
    const { code, stdout, stderr } = await store.run([...command, ...port, ...flags]);
    expect([code, stdout]).toEqual([78, expect.not.stringContaining('listening')]);
    return stderr.trimEnd().replaceAll(`${store.folder}/`, '').split('\n');
  };

  test('prints the problems of all files, and ends', async () => {
    const printed = await refused({
      'a.json': models({ name: 'A', nodes: [begin('nowhere'), { ...stop, merge: 'all' }] }),
      'b.json': models(
        {
          name: 'B',
          nodes: [begin('end'), stop],
          variables: [{ name: 'v', type: 'integer', default: 'x' }],
        },
        { name: 'C', enabled: false },
      ),
    });
    expect(printed).toEqual([
      'error: The workflows have 4 problems:',
      '- workflowFiles, b.json: models[1].name: there is no model "C" to disable; use one of SerialDocumentReview, ParallelDocumentReview, A, B',
      '- workflowFiles, a.json: models[0].nodes[0].transitions[0].target: there is no node "nowhere"',
      '- workflowFiles, a.json: models[0].nodes[1]: no transitions lead from the start to "end"; remove it',
      '- workflowFiles, b.json: models[0].variables[0].default: "x" is no default for integer',
    ]);
  });

  test('also those of the form, of files that are no JSON, and of files that are not there', async () => {
    const printed = await refused({
      'a.json': models({ name: 'a b' }),
      'b.json': '{ "models": [ }',
    });
    expect(printed).toEqual([
      'error: The workflows have 3 problems:',
      expect.stringMatching(/^- workflowFiles, a\.json: models\[0\]\.name: use 1 to 100 letters/),
      expect.stringMatching(/^- workflowFiles, a\.json: models\[0\]\.nodes: /),
      expect.stringMatching(/^- workflowFiles, b\.json: it is not JSON: /),
    ]);
    const missing = ['serve', '--port', '0', '--workflow-files', join(store.folder, 'none.json')];
    const { code, stderr } = await store.run(missing);
    expect([code, stderr]).toEqual([78, expect.stringContaining('none.json: there is no such')]);
  });

  const task = { assignees: ['bob'], buttons: [{ name: 'ok' }] };

  test('names of types, permissions and mails that there are not are problems', async () => {
    const node = {
      id: 'work',
      task: { ...task, permission: 'Rad', documentType: 'File', notification: 'none' },
      transitions: [{ name: 'go', target: 'end' }],
    };
    const availability = { permission: 'Wright', types: ['File', 'Fyle'] };
    const content = models({ name: 'A', availability, nodes: [begin('work'), node, stop] });
    // Other commands have the same model of the content, and so refuse it as well.
    for (const command of [['serve'], ['user', 'list']]) {
      expect(await refused({ 'a.json': content }, command)).toEqual([
        'error: The workflows have 5 problems:',
        '- workflowFiles, a.json: models[0].availability.permission: there is no permission "Wright"',
        '- workflowFiles, a.json: models[0].availability.types[1]: there is no type "Fyle"',
        '- workflowFiles, a.json: models[0].nodes[1].task.permission: there is no permission "Rad"',
        '- workflowFiles, a.json: models[0].nodes[1].task.documentType: "File" is no type with the facet Task; use TaskDoc',
        '- workflowFiles, a.json: models[0].nodes[1].task.notification: there are no texts of mails "none"; add them in mailTemplateFiles',
      ]);
    }
  });

  test('names of chains that there are not are problems', async () => {
    const node = {
      id: 'work',
      task,
      inputChain: 'inputs',
      outputChain: 'voidChain',
      escalations: [{ id: 'late', condition: 'true', chain: 'escalates' }],
      transitions: [{ name: 'go', target: 'end', chain: 'leaves' }],
    };
    const model = { name: 'A', cancelChain: 'cancels', nodes: [begin('work'), node, stop] };
    expect(await refused({ 'a.json': models(model) })).toEqual([
      'error: The workflows have 4 problems:',
      ...[
        'cancelChain: there is no chain or operation "cancels"',
        'nodes[1].inputChain: there is no chain or operation "inputs"',
        'nodes[1].escalations[0].chain: there is no chain or operation "escalates"',
        'nodes[1].transitions[0].chain: there is no chain or operation "leaves"',
      ].map((text) => `- workflowFiles, a.json: models[0].${text}; define it in operationFiles`),
    ]);
  });

  test('a name that a schema has already is a problem', async () => {
    const content = models({ name: 'Task2169', nodes: [begin('end'), stop] });
    expect(await refused({ 'a.json': content })).toEqual([
      'error: The content model has 2 problems:',
      '- variables of workflows: schemas.var_Task2169: is defined already: give the workflow model another name',
      '- variables of workflows: facets.facet-var_Task2169: is defined already: give the workflow model another name',
    ]);
  });
});
