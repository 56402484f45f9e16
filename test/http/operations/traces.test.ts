import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

const secret = 'Very-Secret-1234';

describe.each(engines)('traces of operations on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithChains(engine, {
      look: [step('Context.SetVar', { name: 'a', value: secret }), step('Document.GetParent')],
    });
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  const toggle = async (params: object, user = 'Administrator') =>
    (await callOperation(app, 'Traces.ToggleRecording', { params, user })).json.value;
  const trace = async (params: object, user = 'Administrator') => {
    const reply = await callOperation(app, 'Traces.Get', { params, user });
    return reply.status === 200 ? reply.json.value : reply.status;
  };

  test('are recorded while an administrator asks for it', async () => {
    expect(await toggle({ readOnly: true })).toBe(false);
    await callOperation(app, 'look', { input: 'doc:/default-domain/workspaces' });
    expect(await trace({ traceKey: 'look' })).toBe('no execution of look is recorded');
    expect(await toggle({}, 'ann')).toBe(false);
    expect(await toggle({})).toBe(true);
    expect(await toggle({ readOnly: true }, 'ann')).toBe(true);
    expect(await toggle({ enableTrace: true })).toBe(true);
    await callOperation(app, 'look', { input: 'doc:/default-domain/workspaces' });
    const text = await trace({ traceKey: 'look' });
    expect(text.replace(/Begun: \S+/, 'Begun: …').split('\n')).toEqual([
      'look, called by Administrator',
      'Begun: …',
      '1. Context.SetVar: input document, parameters name, value',
      '2. Document.GetParent: input document',
      'Output: document',
      '',
    ]);
    expect(text).not.toContain(secret);
    expect(await trace({ traceKey: 'look' }, 'ann')).toBe(204);
  });

  test('have the last error', async () => {
    await toggle({ enableTrace: true });
    expect(await trace({})).toBe('no error is recorded');
    await callOperation(app, 'look', { input: 'doc:/nowhere', user: 'ann' });
    expect(await trace({})).toMatch(/^look, called by ann\n.*\nError: .*nowhere/s);
    await toggle({ enableTrace: false });
    await callOperation(app, 'look', { input: 'doc:/elsewhere' });
    expect(await trace({})).toContain('nowhere');
  });
});
