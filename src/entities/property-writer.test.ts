import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../base/json.ts';
import { buildContentModel, defaultModelFile } from '../model/content-model-file.ts';
import { getAtXpath } from '../model/property-access.ts';
import type { BlobValue, Properties, PropertyValue } from '../model/value.ts';
import { findXpath } from '../model/xpath.ts';
import { parseOwnBlobUrl } from './blob-url.ts';
import type { Dialect } from './dialect.ts';
import { readProperties, resolvePendingBlobs } from './property-reader.ts';
import { type SchemaSelection, writeProperties } from './property-writer.ts';

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
            flag: { type: 'boolean', default: false },
            count: { type: 'long', default: 5 },
            longs: 'long[]',
            dates: 'date[]',
            blobs: 'blob[]',
            address: {
              type: 'complex',
              fields: {
                city: 'string',
                since: 'date',
                tags: 'string[]',
                geo: { type: 'complex', fields: { lat: 'double' } },
              },
            },
            people: {
              type: 'complex[]',
              fields: {
                name: 'string',
                age: 'long',
                isNew: { type: 'boolean', default: true },
                photo: 'blob',
              },
            },
          },
        },
      },
      types: {
        Kinds: { schemas: ['kinds'] },
        KindsFile: { supertype: 'File', schemas: ['kinds'] },
      },
    },
  },
]);

const baseUrl = 'http://host/nuxeo/';
const blobUrls = {
  baseUrl,
  repository: 'default',
  documentId: '8243123c-34d0-4e33-b4b3-290cef008db0',
  changeToken: '1-0',
};

interface Written {
  readonly type?: string;
  readonly schemas?: SchemaSelection;
  readonly dialect: Dialect;
}

function write(properties: Properties, { type = 'Kinds', schemas = '*', dialect }: Written) {
  const shape = model.shapeOf(type);
  return writeProperties({ shape, properties, schemas, dialect, blobUrls });
}

function blob(name: string | null): BlobValue {
  return {
    key: 'the key stays inside',
    name,
    mimeType: 'application/pdf',
    encoding: null,
    digest: '5d41402abc4b2a76b9719d911017c592',
    digestAlgorithm: 'MD5',
    length: 5,
  };
}

const values: Properties = {
  'k:string': 'text',
  'k:long': 42,
  'k:double': 1.5,
  'k:boolean': true,
  'k:date': 1706955630400,
  'k:binary': 'AAEC',
  'k:longs': [1, 9007199254740993n],
  'k:dates': [0],
  'k:address': { city: 'Paris', since: 0, geo: { lat: 48.5 } },
};

test('the contract writes scalars as strings', () => {
  expect(write(values, { dialect: 'contract' })).toMatchObject({
    'k:string': 'text',
    'k:long': '42',
    'k:double': '1.5',
    'k:boolean': 'true',
    'k:date': '2024-02-03T10:20:30.400Z',
    'k:binary': 'AAEC',
    'k:longs': ['1', '9007199254740993'],
    'k:dates': ['1970-01-01T00:00:00.000Z'],
    'k:address': {
      city: 'Paris',
      since: '1970-01-01T00:00:00.000Z',
      tags: null,
      geo: { lat: '48.5' },
    },
  });
});

test('the native dialect writes numbers and booleans', () => {
  const written = write(values, { dialect: 'native' });
  expect(written).toMatchObject({
    'k:long': 42,
    'k:double': 1.5,
    'k:boolean': true,
    'k:date': '2024-02-03T10:20:30.400Z',
    'k:longs': [1, 9007199254740993n],
    'k:address': { city: 'Paris', tags: [], geo: { lat: 48.5 } },
  });
  expect(stringifyJson(written)).toContain('"k:longs":[1,9007199254740993]');
});

test('unset properties show as null in the contract, with their defaults', () => {
  expect(write({}, { dialect: 'contract' })).toEqual({
    'k:string': null,
    'k:long': null,
    'k:double': null,
    'k:boolean': null,
    'k:date': null,
    'k:binary': null,
    'k:flag': 'false',
    'k:count': '5',
    'k:longs': null,
    'k:dates': null,
    'k:blobs': null,
    'k:address': null,
    'k:people': null,
  });
});

test('unset lists and complex values show their shape in the native dialect', () => {
  expect(write({}, { dialect: 'native' })).toMatchObject({
    'k:string': null,
    'k:flag': false,
    'k:count': 5,
    'k:longs': [],
    'k:blobs': [],
    'k:people': [],
    'k:address': { city: null, since: null, tags: [], geo: { lat: null } },
  });
});

test('null shows the default, and an emptied list is shown as empty', () => {
  const emptied = { 'k:flag': null, 'k:longs': [], 'k:people': [], 'k:address': null };
  const contract = write(emptied, { dialect: 'contract' });
  expect(contract).toMatchObject({ ...emptied, 'k:flag': 'false' });
  const native = write({ ...emptied, 'k:blobs': null }, { dialect: 'native' });
  expect(native).toMatchObject({ 'k:flag': false, 'k:longs': [], 'k:blobs': [] });
  expect(native['k:address']).toEqual({ city: null, since: null, tags: [], geo: { lat: null } });
});

test('items show unset and default sub-fields', () => {
  const people = { 'k:people': [{ name: 'x', age: 7 }, null] };
  expect(write(people, { dialect: 'contract' })['k:people']).toEqual([
    { name: 'x', age: '7', isNew: 'true', photo: null },
    null,
  ]);
  expect(write(people, { dialect: 'native' })['k:people']).toEqual([
    { name: 'x', age: 7, isNew: true, photo: null },
    { name: null, age: null, isNew: true, photo: null },
  ]);
});

test('a blob is written with its keys in the usual order and a URL for its place', () => {
  const properties = {
    'file:content': blob('my report.pdf'),
    'files:files': [{ file: blob(null) }],
  };
  const contract = write(properties, { dialect: 'contract', type: 'File' });
  expect(JSON.stringify(contract['file:content'])).toBe(
    JSON.stringify({
      name: 'my report.pdf',
      'mime-type': 'application/pdf',
      encoding: null,
      digestAlgorithm: 'MD5',
      digest: '5d41402abc4b2a76b9719d911017c592',
      length: '5',
      data: 'files/8243123c-34d0-4e33-b4b3-290cef008db0?path=file:content&changeToken=1-0',
      blobUrl: `${baseUrl}nxfile/default/8243123c-34d0-4e33-b4b3-290cef008db0/file:content/my%20report.pdf?changeToken=1-0`,
    }),
  );
  const native = write(properties, { dialect: 'native', type: 'File' });
  expect(native['files:files']).toMatchObject([
    {
      file: {
        data: `${baseUrl}nxfile/default/8243123c-34d0-4e33-b4b3-290cef008db0/files:files/0/file/file?changeToken=1-0`,
      },
    },
  ]);
});

test('the contract mirrors the name of the main blob, the native dialect does not', () => {
  const properties = { 'file:content': blob('a.pdf') };
  expect(write(properties, { dialect: 'contract', type: 'File' })['file:filename']).toBe('a.pdf');
  expect(write({}, { dialect: 'contract', type: 'File' })['file:filename']).toBeNull();
  expect(write(properties, { dialect: 'native', type: 'File' })).not.toHaveProperty(
    'file:filename',
  );
  const other = { dialect: 'contract', type: 'File', schemas: ['dublincore'] } as const;
  expect(write(properties, other)).not.toHaveProperty('file:filename');
});

test('only the schemas asked for are written, sorted by name', () => {
  const prefixesOf = (schemas: SchemaSelection) => {
    const keys = Object.keys(write(values, { type: 'KindsFile', dialect: 'native', schemas }));
    return [...new Set(keys.map((key) => key.split(':')[0]))];
  };
  expect(prefixesOf(['kinds', 'file', 'dublincore'])).toEqual(['dc', 'file', 'k']);
  expect(prefixesOf(['dc', 'unknown'])).toEqual([]);
  expect(prefixesOf([])).toEqual([]);
  expect(prefixesOf(['file', '*'])).toEqual(prefixesOf('*'));
  expect(prefixesOf('*')).toEqual([
    'common',
    'dc',
    'nxtag',
    'file',
    'files',
    'k',
    'relatedtext',
    'uid',
  ]);
});

test('callers cannot fill the memory with selections', () => {
  for (let index = 0; index < 300; index += 1) {
    expect(write({}, { dialect: 'native', schemas: [`s${index}`] })).toEqual({});
  }
  expect(write(values, { dialect: 'native', schemas: ['kinds'] })).toMatchObject({ 'k:long': 42 });
});

test('writing changes nothing that the next answer shows', () => {
  write(values, { dialect: 'native' });
  expect(write({}, { dialect: 'native' })['k:long']).toBeNull();
  expect(write({}, { dialect: 'native' })['k:address']).toEqual({
    city: null,
    since: null,
    tags: [],
    geo: { lat: null },
  });
});

test('values that no longer fit their field do not fail the answer', () => {
  const misfits: Properties = {
    'k:string': 7,
    'k:long': 'many',
    'k:double': { a: 1 },
    'k:date': 'today',
    'k:binary': [1],
    'k:longs': 'x',
    'k:address': 'Paris',
    'k:people': [7],
    'k:blobs': [{ a: 'b' }],
    'gone:field': 'x',
  };
  expect(write(misfits, { dialect: 'contract' })).toMatchObject({
    'k:string': '7',
    'k:long': 'many',
    'k:double': null,
    'k:date': null,
    'k:binary': null,
    'k:longs': null,
    'k:address': null,
    'k:people': [null],
    'k:blobs': [null],
  });
  expect(write(misfits, { dialect: 'native' })).not.toHaveProperty('gone:field');
});

test('a large double that the store gave back as an integer is a double again', () => {
  const large = parseJson(stringifyJson({ 'k:double': 1e20 })) as Properties;
  expect(write(large, { dialect: 'contract' })['k:double']).toBe('100000000000000000000');
  expect(write(large, { dialect: 'native' })['k:double']).toBe(1e20);
});

const text = fc.string({ unit: 'binary' }).filter((t) => t.isWellFormed() && !t.includes('\0'));
const long = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
    const asNumber = Number(value);
    return Number.isSafeInteger(asNumber) ? asNumber : value;
  }),
);
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const date = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
const storedBlob = fc.option(text).map(blob);

/** Sets of property values with everything they can hold; complex values are not void. */
const anyProperties: fc.Arbitrary<Properties> = fc.record(
  {
    'k:string': text,
    'k:long': long,
    'k:double': double,
    'k:boolean': fc.boolean(),
    'k:date': date,
    'k:binary': fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    'k:flag': fc.option(fc.boolean()),
    'k:longs': fc.array(long),
    'k:blobs': fc.array(fc.option(storedBlob), { maxLength: 3 }),
    'k:address': fc.record({
      city: text,
      since: fc.option(date),
      tags: fc.array(text),
      geo: fc.record({ lat: double }),
    }),
    'k:people': fc.array(
      fc.record({ name: text, age: long, isNew: fc.boolean(), photo: fc.option(storedBlob) }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Properties>;

test.each(['contract', 'native'] as const)(
  'what the %s dialect writes is read back as it was, blobs by their own URLs',
  async (dialect) => {
    const shape = model.shapeOf('Kinds');
    await fc.assert(
      fc.asyncProperty(anyProperties, async (properties) => {
        const sent = parseJson(stringifyJson(write(properties, { dialect })));
        const { values: read } = readProperties(sent, shape, {
          parseOwnBlobUrl: (url) => parseOwnBlobUrl(url, [baseUrl]),
        });
        const resolved = await resolvePendingBlobs(read, async ({ input }) => {
          if (input.kind !== 'document') throw new Error(`not our own: ${input.kind}`);
          const xpath = findXpath(shape, input.xpath);
          return xpath && (getAtXpath(properties, xpath) as BlobValue);
        });
        for (const [key, { field }] of shape.properties) {
          const isMany = field.type === 'array' || field.type === 'list';
          const nothing = isMany && dialect === 'native' ? [] : null;
          const unset: PropertyValue = field.default ?? nothing;
          const before = properties[key];
          expect(resolved[key]).toEqual(before ?? unset);
        }
      }),
    );
  },
);
