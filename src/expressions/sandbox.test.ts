import { describe, expect, test } from 'vitest';
import { createMapScope } from '../../test/support/map-scope.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { ConsoleValue } from './console-value.ts';
import { DateValue } from './date-value.ts';
import { evaluateText, runScript } from './evaluate.ts';
import { createFunctions } from './functions.ts';
import { type ExpressionValue, HostObject } from './value.ts';

const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'caller',
  'getClass',
  'epochMs',
];

const variables = new Map<string, ExpressionValue>([
  ['text', 'abc'],
  ['number', 1],
  ['list', [1]],
  ['map', new Map([['k', 1]])],
  ['date', new DateValue(0)],
  ['Fn', createFunctions({ other: () => Promise.resolve(1) })],
  ['Console', new ConsoleValue(() => undefined)],
]);
const scope = createMapScope(variables);

async function outcomeOf(source: string): Promise<unknown> {
  try {
    return await evaluateText(source, scope);
  } catch (error) {
    if (!isAppError(error, 'expression.invalid')) throw error;
    return 'refused';
  }
}

describe.each(names)('the name %s', (name) => {
  test('is no variable', async () => {
    expect(await outcomeOf(name)).toBe('refused');
  });

  test.each(['text', 'number', 'list', 'date', 'Fn', 'Console'])(
    'is no member of %s',
    async (of) => {
      expect(await outcomeOf(`${of}.${name}`)).toBe('refused');
      expect(await outcomeOf(`${of}["${name}"]`)).toBe('refused');
    },
  );

  test('is an entry of a map that has none such', async () => {
    expect(await outcomeOf(`map.${name}`)).toBe(null);
    expect(await outcomeOf(`map["${name}"]`)).toBe(null);
    expect(await outcomeOf(`map.containsKey("${name}")`)).toBe(false);
  });

  test.each([...variables.keys()])('is no method of %s that leads anywhere', async (of) => {
    const outcome = await outcomeOf(`${of}.${name}()`);
    expect(name === 'toString' ? typeof outcome : outcome).toBe(
      name === 'toString' ? 'string' : 'refused',
    );
  });

  test('is plain data as a key that a script sets', async () => {
    const made = await runScript(`m = [:]; m["${name}"] = 1; m`, createMapScope(new Map()));
    expect(made).toEqual(new Map([[name, 1]]));
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });
});

test('a map with an entry named then is a value like others', async () => {
  const map = new Map([['then', 'soon']]);
  expect(await evaluateText('m', createMapScope(new Map([['m', map]])))).toBe(map);
  expect(await runScript('m = ["then" : "soon"]', createMapScope(new Map()))).toEqual(map);
});

test('a host object with a method named then is not taken for a promise', async () => {
  class Thenable extends HostObject {
    override text(): string {
      return 'thenable';
    }
  }
  let calls = 0;
  Object.defineProperty(Thenable.prototype, 'then', {
    value: () => {
      calls += 1;
    },
  });
  const host = new Thenable();
  expect(await evaluateText('[host][0]', createMapScope(new Map([['host', host]])))).toBe(host);
  expect(calls).toBe(0);
});

test('parsed forms are not mixed up between scripts, templates and expressions', async () => {
  expect(await evaluateText('1', scope)).toBe(1);
  expect(await runScript('1', scope)).toBe(1);
  expect(await evaluateText('@{1}', scope)).toBe('1');
  expect(await evaluateText('1', scope)).toBe(1);
});
