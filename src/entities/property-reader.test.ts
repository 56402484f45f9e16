import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../base/errors/app-error.ts';
import { parseJson } from '../base/json.ts';
import { limits } from '../base/limits.ts';
import { type BlobInput, PendingBlob } from '../model/blob-input.ts';
import { buildContentModel, defaultModelFile } from '../model/content-model-file.ts';
import type { BlobValue } from '../model/value.ts';
import { parseOwnBlobUrl } from './blob-url.ts';
import { readProperties, resolvePendingBlobs } from './property-reader.ts';

const model = buildContentModel([
  defaultModelFile,
  {
    source: 'test',
    content: {
      schemas: {
        kinds: {
          prefix: 'k',
          fields: {
            string: 'string',
            long: 'long',
            double: 'double',
            boolean: 'boolean',
            date: 'date',
            binary: 'binary',
            longs: 'long[]',
            blobs: 'blob[]',
            address: {
              type: 'complex',
              fields: { city: 'string', since: 'date', tags: 'string[]' },
            },
            holder: { type: 'complex', fields: { city: 'string', photo: 'blob' } },
            people: { type: 'complex[]', fields: { name: 'string', photo: 'blob' } },
            group: { type: 'string', refersTo: 'group' },
            anyone: { type: 'string', refersTo: 'userOrGroup' },
            related: { type: 'string', refersTo: 'document:id' },
            place: { type: 'string', refersTo: 'document:path' },
          },
        },
      },
      types: { Kinds: { supertype: 'File', schemas: ['kinds'] } },
    },
  },
]);
const shape = model.shapeOf('Kinds');
const baseUrl = 'http://host/nuxeo/';
const options = { parseOwnBlobUrl: (text: string) => parseOwnBlobUrl(text, [baseUrl]) };

function read(json: unknown) {
  return readProperties(json, shape, options).values;
}

function readOne(key: string, value: unknown): unknown {
  return read({ [key]: value })[key];
}

function messageOf(key: string, value: unknown): string {
  try {
    readOne(key, value);
  } catch (error) {
    if (!isAppError(error, 'property.invalid')) throw error;
    expect(error.status).toBe(400);
    return error.message;
  }
  throw new Error(`${key} was read`);
}

test('unknown, unprefixed and deep keys are ignored', () => {
  const json = {
    'dc:title': 'x',
    title: 'y',
    'foo:bar': 1,
    'dc:foo': 1,
    'note:note': 'z',
    'file:content/name': 'n',
    'file:filename': 'f',
    __proto__: { 'dc:source': 'p' },
  };
  expect(read(json)).toEqual({ 'dc:title': 'x' });
  expect(read(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'))).toEqual({});
});

test('properties that are missing or null change nothing, and other kinds are refused', () => {
  expect(read(undefined)).toEqual({});
  expect(read(null)).toEqual({});
  for (const json of [[], 'x', 1]) {
    expect(() => read(json)).toThrow('properties must be a JSON object');
  }
});

const readable: readonly (readonly [string, unknown, unknown])[] = [
  ['string', '', ''],
  ['string', 42, '42'],
  ['string', 1.5, '1.5'],
  ['string', true, 'true'],
  ['long', 42, 42],
  ['long', -0, 0],
  ['long', 1e3, 1000],
  ['long', '42', 42],
  ['long', '+7', 7],
  ['long', '-007', -7],
  ['long', '', null],
  ['double', 1.5, 1.5],
  ['double', '1.5', 1.5],
  ['double', '-1e-3', -0.001],
  ['double', '.5', 0.5],
  ['double', '5.', 5],
  ['double', '', null],
  ['boolean', true, true],
  ['boolean', 'TRUE', true],
  ['boolean', 'false', false],
  ['boolean', 'yes', false],
  ['boolean', '', null],
  ['boolean', 0, false],
  ['boolean', 2, true],
  ['date', '2024-02-03T10:20:30.400Z', 1706955630400],
  ['date', '1970-01-01', 0],
  ['date', '', null],
  ['binary', 'AAEC', 'AAEC'],
  ['binary', '', ''],
  ['string', null, null],
  ['long', null, null],
  ['date', null, null],
];

test.each(readable)('the %s %j is read as %j', (type, json, value) => {
  expect(readOne(`k:${type}`, json)).toBe(value);
});

test('integers are exact to the ends of the 64-bit range', () => {
  const json = parseJson(
    '[9007199254740993, -9223372036854775808, 9223372036854775807, "9223372036854775807", 1e17]',
  ) as unknown[];
  expect(json.map((value) => readOne('k:long', value))).toEqual([
    9007199254740993n,
    -9223372036854775808n,
    9223372036854775807n,
    9223372036854775807n,
    100000000000000000n,
  ]);
  expect(messageOf('k:long', 9223372036854775808n)).toContain('64 bits');
  expect(messageOf('k:long', -9223372036854775809n)).toContain('64 bits');
  expect(messageOf('k:long', 1e30)).toContain('64 bits');
  expect(messageOf('k:long', '9'.repeat(1_000_000))).toContain('64 bits');
});

test('a large integer serves as a double', () => {
  expect(readOne('k:double', 9007199254740993n)).toBe(9007199254740992);
});

const unreadable: readonly (readonly [string, unknown])[] = [
  ['string', []],
  ['string', {}],
  ['string', 'a\0b'],
  ['string', 'a\ud800'],
  ['long', 1.5],
  ['long', '1.5'],
  ['long', ' 1'],
  ['long', '0x10'],
  ['long', true],
  ['long', []],
  ['double', 'NaN'],
  ['double', 'Infinity'],
  ['double', '1e999'],
  ['double', Number.POSITIVE_INFINITY],
  ['double', '1,5'],
  ['double', {}],
  ['boolean', []],
  ['boolean', {}],
  ['date', 1706955630400],
  ['date', 'yesterday'],
  ['date', '2024-02-30'],
  ['binary', 'A'],
  ['binary', 'AA-_'],
  ['binary', 7],
  ['longs', 1],
  ['longs', {}],
  ['longs', [[1]]],
  ['address', 'Paris'],
  ['address', []],
  ['people', {}],
  ['people', ['x']],
  ['blobs', 'x'],
];

test.each(unreadable)('for a %s, %j is refused', (type, json) => {
  expect(messageOf(`k:${type}`, json)).toMatch(
    new RegExp(`^Unable to deserialize property: k:${type}(/0)? \\(.+\\)$`),
  );
});

test('the message names the place, without prefix where the schema declares none', () => {
  expect(messageOf('files:files', [{ file: null }, { file: 'x' }])).toContain(': files/1/file (');
  expect(messageOf('k:address', { since: 'x' })).toContain(': k:address/since (');
  expect(messageOf('file:content', 'text')).toContain(': content (');
});

test('lists are read as a whole, and null unsets them', () => {
  expect(readOne('k:longs', ['1', 2, null])).toEqual([1, 2, null]);
  expect(readOne('k:longs', [])).toEqual([]);
  expect(readOne('k:longs', null)).toBeNull();
  expect(readOne('k:people', null)).toBeNull();
});

test('complex values have the given known fields', () => {
  expect(readOne('k:address', { city: 'Paris', since: '1970-01-01', zip: 1 })).toEqual({
    city: 'Paris',
    since: 0,
  });
  expect(readOne('k:address', null)).toBeNull();
  expect(readOne('k:people', [{ name: 'x' }, null, {}])).toEqual([{ name: 'x' }, null, {}]);
});

test('a complex value of nothing is unset, as it is where clients see an object of nulls', () => {
  expect(readOne('k:address', { city: null, since: null, tags: [] })).toBeNull();
  expect(readOne('k:address', {})).toBeNull();
});

test('lists have a limit', () => {
  const full = Array(limits.listLengthMax).fill(1);
  expect(readOne('k:longs', full)).toHaveLength(limits.listLengthMax);
  expect(messageOf('k:longs', [...full, 1])).toContain('more than 50000 items');
});

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = { deep: value };
  return value;
}

test('nesting has a limit, also where it is ignored', () => {
  expect(readOne('k:address', nested(limits.jsonDepthMax))).toBeNull();
  expect(messageOf('k:address', nested(limits.jsonDepthMax + 1))).toContain('nested deeper');
});

test.each([
  ['dc:creator', { 'entity-type': 'user', id: 'jdoe', properties: {} }, 'jdoe'],
  ['dc:creator', { 'entity-type': 'user', properties: { username: 'jdoe' } }, 'jdoe'],
  ['k:group', { 'entity-type': 'group', groupname: 'members' }, 'members'],
  ['k:anyone', { 'entity-type': 'group', id: 'members' }, 'members'],
  ['dc:nature', { 'entity-type': 'directoryEntry', directoryName: 'nature', id: 'memo' }, 'memo'],
  ['k:related', { 'entity-type': 'document', uid: 'u-1', path: '/a' }, 'u-1'],
  ['k:place', { 'entity-type': 'document', uid: 'u-1', path: '/a' }, '/a'],
  ['dc:creator', 'jdoe', 'jdoe'],
])('an entity given for %s is read as its id: %j', (key, entity, id) => {
  expect(readOne(key, entity)).toBe(id);
  if (key !== 'dc:nature') return;
  expect(readOne('dc:subjects', [entity, 'art/dance'])).toEqual([id, 'art/dance']);
});

test.each([
  ['dc:creator', { 'entity-type': 'group', id: 'members' }],
  ['dc:nature', { 'entity-type': 'user', id: 'jdoe' }],
  ['dc:nature', { 'entity-type': 'directoryEntry' }],
  ['k:related', { 'entity-type': 'document', uid: 7 }],
])('an entity of another kind, or without id, is refused for %s', (key, entity) => {
  expect(messageOf(key, entity)).toMatch(/^Property: .+ value cannot be resolved by the matching/);
});

test.each([{}, { id: 'x' }, { 'entity-type': 'constructor', id: 'x' }, { 'entity-type': 7 }])(
  'the object %j is not an entity',
  (json) => {
    expect(messageOf('dc:creator', json)).toMatch(/^Unable to deserialize property: dc:creator/);
  },
);

test('inline text given for a string is that text', () => {
  expect(readOne('k:string', { data: 'hello', 'mime-type': 'text/plain' })).toBe('hello');
  expect(messageOf('k:string', { data: 'a\0' })).toContain('NUL');
  expect(messageOf('k:string', { 'upload-batch': 'b', 'upload-fileId': '0' })).toContain('string');
});

function readBlobInput(json: unknown): BlobInput | undefined {
  const { values, hasPendingBlobs } = readProperties({ 'file:content': json }, shape, options);
  expect(hasPendingBlobs).toBe(true);
  const value = values['file:content'];
  return value instanceof PendingBlob ? value.input : undefined;
}

const ownBlob = {
  kind: 'document',
  repository: 'default',
  documentId: 'u-1',
  xpath: 'file:content',
};

test.each([
  [
    { data: 'hello' },
    { kind: 'inline', text: 'hello', name: null, mimeType: 'text/plain', encoding: 'UTF-8' },
  ],
  [
    { content: '<p>', filename: 'a.html', 'mime-type': 'text/html', encoding: 'ISO-8859-1' },
    { kind: 'inline', text: '<p>', name: 'a.html', mimeType: 'text/html', encoding: 'ISO-8859-1' },
  ],
  [
    { data: 'httpd is a server', name: 'a.txt', filename: 'b.txt', encoding: null },
    {
      kind: 'inline',
      text: 'httpd is a server',
      name: 'a.txt',
      mimeType: 'text/plain',
      encoding: 'UTF-8',
    },
  ],
  [{ data: `${baseUrl}nxfile/default/u-1/file:content/a.pdf?changeToken=1-0` }, ownBlob],
  [{ data: '../../nxfile/default/u-1/file:content/a.pdf?changeToken=1-0' }, ownBlob],
  [{ data: 'https://cdn/x', blobUrl: `${baseUrl}nxfile/default/u-1/file:content/a` }, ownBlob],
  [{ data: 'http://elsewhere/a.pdf' }, { kind: 'unusable' }],
  [
    { providerId: 'default', key: 'abc' },
    { kind: 'storage', providerId: 'default', key: 'abc' },
  ],
  [
    { 'upload-batch': 'b-1', 'upload-fileId': 2 },
    { kind: 'batch', batchId: 'b-1', fileId: '2' },
  ],
  [
    { 'upload-batch': 'b-1', 'upload-fileId': '0' },
    { kind: 'batch', batchId: 'b-1', fileId: '0' },
  ],
  [{ 'upload-batch': 'b-1' }, { kind: 'unusable' }],
  [{ name: 'a.pdf', length: '3' }, { kind: 'unusable' }],
  [{}, { kind: 'unusable' }],
])('the blob %j means %j', (json, input) => {
  expect(readBlobInput(json)).toEqual(input);
});

test('null removes a blob and waits for nothing', () => {
  const result = readProperties({ 'file:content': null }, shape, options);
  expect(result).toEqual({ values: { 'file:content': null }, hasPendingBlobs: false });
});

test('what would end up in the store beside a blob must be storable; its text may be anything', () => {
  expect(messageOf('file:content', { data: 'x', name: 'a\0' })).toContain('content (');
  expect(messageOf('file:content', { 'upload-batch': 'b\0', 'upload-fileId': 0 })).toContain('NUL');
  expect(readBlobInput({ data: 'a\0b' })).toMatchObject({ kind: 'inline', text: 'a\0b' });
});

function stored(name: string): BlobValue {
  return {
    key: name,
    name,
    mimeType: null,
    encoding: null,
    digest: 'd',
    digestAlgorithm: 'MD5',
    length: 1,
  };
}

test('resolved blobs take their places; a useless one changes nothing, or is null in a rebuilt value', async () => {
  const { values } = readProperties(
    {
      'dc:title': 'x',
      'file:content': {},
      'k:blobs': [{ data: 'one' }, {}, null],
      'k:holder': { city: 'Paris', photo: {} },
      'k:people': [{ name: 'n', photo: { data: 'two' } }, { photo: { data: 'gone' } }],
    },
    shape,
    options,
  );
  const asked: string[] = [];
  const resolved = await resolvePendingBlobs(values, async ({ input }) => {
    if (input.kind !== 'inline') throw new Error('only inline blobs reach the resolver');
    asked.push(input.text);
    return input.text === 'gone' ? undefined : stored(input.text);
  });
  expect(asked).toEqual(['one', 'two', 'gone']);
  expect(resolved).toEqual({
    'dc:title': 'x',
    'k:blobs': [stored('one'), null, null],
    'k:holder': { city: 'Paris', photo: null },
    'k:people': [{ name: 'n', photo: stored('two') }, { photo: null }],
  });
});

test('values without blobs are handed on as they are', async () => {
  const values = read({ 'k:longs': [1, 2] });
  const resolved = await resolvePendingBlobs(values, () => Promise.reject(new Error('not asked')));
  expect(resolved['k:longs']).toBe(values['k:longs']);
});

test('all that is sent is read or refused, and what is read can be stored', () => {
  const keys = fc.constantFrom(...shape.properties.keys());
  const json = fc.dictionary(keys, fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 4 });
  fc.assert(
    fc.property(json, (sent) => {
      try {
        const text = JSON.stringify(read(sent), (key, value) => (key === 'text' ? '' : value));
        expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/);
      } catch (error) {
        if (!isAppError(error, 'property.invalid')) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
