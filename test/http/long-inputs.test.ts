import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { callOperation } from '../support/operations.ts';

/** Of a text that once went beyond the stack of regular expressions. */
const long = 8_000_000;
const a = (length: number) => 'a'.repeat(length);

describe('texts of 8 MB', () => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    // Prints the reason of an answer that is not expected.
    app = await startTestApp('sqlite', { jsonBodyMaxMegabytes: 8 }, createLogger('error'));
    uid = (await createDocument(app, { name: 'long', type: 'Note' })).uid;
  });
  afterAll(() => app.close());

  const find = (condition: string) => `SELECT * FROM Document WHERE ${condition}`;
  const query = (text: string, more: object = {}) =>
    callOperation(app, 'Repository.Query', { params: { query: text, ...more } });
  const provider = (providerName: string, more: object) =>
    callOperation(app, 'Repository.PageProvider', { params: { providerName, ...more } });
  const properties = (text: string) =>
    callOperation(app, 'Document.Update', { input: uid, params: { properties: text } });
  const setProperty = (params: object) =>
    callOperation(app, 'Document.SetProperty', { input: uid, params });
  const expression = (text: string, context: object = {}) =>
    callOperation(app, 'Log', { params: { message: `expr:${text}`, level: 'debug' }, context });

  test('find no users and groups, and name no property', async () => {
    const suggest = await callOperation(app, 'UserGroup.Suggestion', {
      params: { searchTerm: a(long) },
    });
    expect([suggest.status, suggest.json]).toEqual([200, []]);
    const set = await setProperty({ xpath: '/a'.repeat(long / 2), value: 'x' });
    expect([set.status, set.text.length < 10_000]).toEqual([400, true]);
  });

  test.each<[string, () => ReturnType<typeof query>, RegExp]>([
    ['a literal', () => query(find(`dc:title = '${a(long)}'`)), /1000000/],
    [
      'a literal with escapes',
      () => query(find(`dc:title = "${'\\a'.repeat(long / 4)}"`)),
      /1000000/,
    ],
    ['a literal without an end', () => query(find(`dc:title = '${a(long)}`)), /1000000/],
    ['a name', () => query(find(`${a(long)} = 1`)), /1000000/],
    ['a path', () => query(find(`files:files${'/0'.repeat(long / 2)} = 1`)), /1000000/],
    ['a number', () => query(find(`dc:title = ${'1'.repeat(long)}`)), /1000000/],
    ['parentheses', () => query(find('('.repeat(long))), /1000000/],
    ['a hint', () => query(find(`/*+ES: ${a(long)}`)), /1000000/],
    ['a value', () => query(find('dc:title = ?'), { queryParams: a(long) }), /1000000/],
    [
      'a named value',
      () => query(find('dc:title = :t'), { namedParameters: { t: a(long) } }),
      /1000000/,
    ],
    [
      'a raw query',
      () => provider('nxql_search', { queryParams: find(`dc:title = '${a(long)}'`) }),
      /1000000/,
    ],
    [
      'words',
      () =>
        provider('default_search', { namedParameters: { ecm_fulltext: 'a b '.repeat(long / 4) } }),
      /./,
    ],
    ['complex text', () => properties(`files:files=${'[{'.repeat(long / 2)}`), /64 levels/],
    [
      'names without quotes',
      () => properties(`files:files={${'a:{'.repeat(long / 4)}`),
      /64 levels/,
    ],
    [
      'digits',
      () => properties(`files:files=[${'1234567890123456,'.repeat(20_000)}`),
      /files:files/,
    ],
    [
      'a list in a list',
      () =>
        properties(`files:files=${'['.repeat(long / 4)}1234567890123456${']'.repeat(long / 4)}`),
      /64 levels/,
    ],
    [
      'an xpath',
      () => setProperty({ xpath: `files:files${'/0'.repeat(long / 2)}`, value: 'x' }),
      /./,
    ],
    ['an expression', () => expression(`"${a(long)}"`), /65536/],
    ['a comment', () => expression(`${'/**/'.repeat(16_000)}1)`), /./],
    [
      'a separator',
      () => expression('"a".split(Context.get("s"))', { s: a(long) }),
      /1000 characters/,
    ],
    [
      'a pattern of a date',
      () => expression('Fn.date("2020-01-01").format(Context.get("s"))', { s: a(long) }),
      /./,
    ],
  ])('%s gets a message, not a failure', async (_what, ask, message) => {
    const { status, json } = await ask();
    expect({ status, message: json.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
    expect(json.message.length).toBeLessThan(2_000);
  });

  test('a query as long as it may be is read', async () => {
    const value = a(1_000_000 - find("dc:title = ''").length);
    expect((await query(find(`dc:title = '${value}'`))).json.entries).toEqual([]);
    expect((await query(find(`dc:title = '${'\\%'.repeat(value.length / 2)}'`))).status).toBe(200);
    expect((await query(find(`dc:title = '${value}a'`))).status).toBe(400);
  });
});
