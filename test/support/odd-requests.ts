import fc from 'fast-check';
import { administrator } from './child-server.ts';
import type { RawRequest } from './raw-http.ts';

/** Ids of things that exist, so that requests get further than 'not found'. */
export interface KnownIds {
  readonly documents: readonly string[];
  readonly versions: readonly string[];
  readonly batch: string;
}

const missingId = '00000000-0000-7000-8000-000000000000';

const oddSegments = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '%5C',
  '%00',
  '%0d%0aX-Injected:%20yes',
  '%zz',
  '%',
  '%f',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%F0%9F%98%80',
  '\u00e9',
  'a'.repeat(300),
  'b'.repeat(6_000),
  ';',
  ';a=b',
  'x;y=z;;',
  '*',
  ':id',
  '{}',
  '$',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '@',
  '@@',
  '@children',
  '@acl',
  '@blob',
  '@op',
  '@audit',
  '@emptyWithDefault',
  '@nothing',
  'file:content',
  'files:files',
  '0',
  '-1',
  '1e9',
  'blobholder:0',
  'blobholder:99999',
  'null',
  'undefined',
  'NaN',
  missingId,
];

const roots = [
  '/api/v1/id',
  '/api/v1/path',
  '/api/v1/path/default-domain/workspaces',
  '/site/api/v1/path',
  '/api/v1/repo/default/id',
  '/api/v1/repo',
  '/api/v1/user',
  '/api/v1/user/Administrator/group',
  '/api/v1/group',
  '/api/v1/group/members/user',
  '/api/v1/group/members',
  '/api/v1/me',
  '/api/v1/upload',
  '/api/v1/upload/new',
  '/api/v1/upload/handlers',
  '/api/v1/capabilities',
  '/api/v1/automation',
  '/site/automation',
  '/api/v1/openapi.json',
  '/api/v1/bulk',
  '/nxfile/default',
  '/nxfile',
  '/nxdownloadinfo/default',
  '/json/cmis',
  '/logout',
  '/runningstatus',
  '/metrics',
  '',
  '/..',
];

function targets(known: KnownIds): fc.Arbitrary<string> {
  const ids = [...known.documents, ...known.versions, known.batch];
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...oddSegments) },
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: latin(8) },
  );
  const prefix = fc.constantFrom('/nuxeo', '/nuxeo', '/nuxeo', '/nuxeo', '', '/nuxeo/', '/nuxeo/.');
  const query = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    fc.constantFrom(
      '?pageSize=1&currentPageIndex=2147483647',
      '?pageSize=0',
      '?pageSize=-1',
      '?pageSize=99999999999999999999',
      '?pageSize=1&pageSize=2',
      '?currentPageIndex=1e3',
      '?offset=2147483647&pageSize=1000',
      '?sortBy=__proto__',
      '?sortBy=dc:title&sortOrder=up',
      '?type=File&name=x',
      '?type=__proto__',
      '?inline=1&changeToken=%00',
      '?q=%',
      '?nxrepository=other',
      '?properties=*&enrichers.document=acls&depth=max',
      '?callbackURL=javascript:alert(1)',
      '??&&==',
    ),
    latin(12).map((text) => `?${text}`),
  );
  return fc
    .tuple(prefix, fc.constantFrom(...roots), fc.array(segment, { maxLength: 4 }), query)
    .map(([start, root, segments, end]) =>
      // A space would end the target, which is another test.
      (start + [root, ...segments].join('/') + end).replaceAll(/[\s\0]/g, '+'),
    )
    .filter((target) => target !== '');
}

/** Bytes that may stand in a request line or a header, as characters. */
function latin(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0x21, max: 0xff }), { maxLength })
    .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)));
}

const headerPool: readonly (readonly [string, readonly string[]])[] = [
  ['Accept', ['application/json', '*/*', 'text/html', '', 'a/b;q=x,,']],
  [
    'Content-Type',
    [
      'application/json',
      'application/json; charset=x',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      '',
      ';;',
    ],
  ],
  ['X-Versioning-Option', ['MAJOR', 'minor', 'NONE', 'x', '']],
  ['X-NXRepository', ['default', 'other', '', '\u00ff']],
  ['source', ['drive', '']],
  ['nuxeo-virtual-host', ['http://x/', 'nohttp', 'http', 'http://[', 'javascript:http']],
  ['X-Forwarded-Host', ['a', 'a,b', '', ' ', 'a:99999', '\u00e9']],
  ['X-Forwarded-Proto', ['https', 'x', '']],
  ['X-Forwarded-Port', ['0', '443', 'x', '-1']],
  ['Forwarded', ['for=1;host=x']],
  [
    'Range',
    [
      'bytes=0-0',
      'bytes=5-',
      'bytes=-3',
      'bytes=9-1',
      'bytes=a-b',
      'bytes=0-0,2-3',
      'x=1',
      'bytes=99999999999999999999-',
    ],
  ],
  ['If-None-Match', ['*', '"x"', 'W/"', '"']],
  ['If-Match', ['*', '"x"']],
  ['If-Modified-Since', ['now', 'Sun, 06 Nov 1994 08:49:37 GMT', '']],
  ['If-Range', ['"x"', 'x']],
  ['Want-Digest', ['MD5', 'SHA-256;q=1, *', ',']],
  ['properties', ['*', 'dublincore', 'a,,b', '__proto__', ',']],
  ['enrichers.document', ['acls', 'children,breadcrumb', '__proto__', 'constructor']],
  ['enrichers-document', ['acls']],
  ['fetch.document', ['properties', 'dc:creator', '__proto__']],
  ['fetch-group', ['memberUsers', 'x']],
  ['depth', ['max', 'children', 'x']],
  ['X-Cartulary-Dialect', ['native', 'contract', 'x', '__proto__']],
  ['Cookie', ['JSESSIONID=x', 'JSESSIONID=', '=;=', 'a=b; JSESSIONID="x"']],
  ['Nuxeo-Transaction-Timeout', ['1', '-1', 'x']],
  ['Origin', ['http://evil.example', 'null']],
  ['X-File-Name', ['a.txt', '%zz', '..%2f..%2fetc', '\u00ff', '']],
  ['X-File-Type', ['text/plain', 'x', '\u00ff/']],
  ['X-File-Size', ['1', '-1', 'x', '99999999999999999999']],
  ['X-Upload-Type', ['normal', 'chunked', 'x']],
  ['X-Upload-Chunk-Index', ['0', '-1', '1', 'x', '99999999999']],
  ['X-Upload-Chunk-Count', ['0', '1', '2', '10001', 'x']],
  ['X-Batch-No-Drop', ['true', 'x']],
  ['Expect', ['100-continue']],
  ['X-HTTP-Method-Override', ['DELETE']],
];

const authorizations = [
  administrator,
  administrator,
  administrator,
  administrator,
  administrator,
  administrator,
  'Basic',
  'Basic \u00ff',
  'Bearer x',
  'basic Og==',
];

const headers: fc.Arbitrary<[string, string][]> = fc
  .tuple(
    fc.option(fc.constantFrom(...authorizations), { freq: 12 }),
    fc
      .subarray([...headerPool], { maxLength: 6 })
      .chain((picked) =>
        fc.tuple(
          ...picked.map(([name, values]) =>
            fc.constantFrom(...values).map((value): [string, string] => [name, value]),
          ),
        ),
      ),
  )
  .map(([authorization, others]) => [
    ...(authorization === null ? [] : [['Authorization', authorization] as [string, string]]),
    ...others,
  ]);

const oddTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    '..',
    'a/b',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '__proto__',
    'constructor',
    '\u{1f600}',
    'n'.repeat(300),
    'y'.repeat(70_000),
    'http://localhost/nuxeo/nxfile/default/x/file:content',
    'members',
    'Administrator',
    'system',
    'File',
    'Folder',
    'Note',
    'Domain',
    'Root',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

const oddScalars: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddTexts },
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    1.5,
    1e308,
    -1e-308,
    Number.MAX_SAFE_INTEGER + 1,
    '9223372036854775807',
    '9223372036854775808',
    '2024-02-03T10:20:30.400Z',
    '+275760-09-13T00:00:00.001Z',
    '9999999-01-01',
    '0000-00-00',
  ),
  fc.double(),
);

const oddKeys = fc.constantFrom(
  'dc:title',
  'dc:subjects',
  'dc:contributors',
  'dc:issued',
  'dc:created',
  'dc:creator',
  'dc:description',
  'file:content',
  'file:filename',
  'files:files',
  'note:note',
  'uid:major_version',
  'uid:minor_version',
  'picture:info',
  'picture:views',
  'vid:info',
  'relatedtext:relatedtextresources',
  '__proto__',
  'constructor',
  'toString',
  'no:such',
  'unprefixed',
  '',
  'data',
  'name',
  'mime-type',
  'encoding',
  'upload-batch',
  'upload-fileId',
  'providerId',
  'key',
  'width',
  'file',
  'username',
  'password',
  'groups',
  'email',
  'groupname',
  'memberUsers',
  'memberGroups',
  'parentGroups',
);

/** Objects with a real `__proto__` key, as JSON.parse makes them. */
const oddValues = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 4, arbitrary: oddScalars },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.tuple(oddKeys, tie('value')), { maxLength: 4 })
        .map((pairs) => objectOf(pairs)),
    },
  ),
})).value;

function objectOf(pairs: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of pairs) {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return object;
}

function entities(known: KnownIds): fc.Arbitrary<unknown> {
  const properties = fc
    .array(fc.tuple(oddKeys, oddValues), { maxLength: 6 })
    .map((pairs) => objectOf(pairs));
  return fc
    .record(
      {
        'entity-type': fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom('document', 'user', 'group') },
          oddScalars,
        ),
        name: fc.oneof({ weight: 3, arbitrary: fc.constant('fuzz') }, oddScalars),
        type: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom('File', 'Note', 'Folder', 'Picture') },
          oddScalars,
        ),
        uid: fc.oneof(fc.constantFrom(...known.documents, ...known.versions), oddScalars),
        id: fc.oneof(fc.constant('Administrator'), oddScalars),
        changeToken: fc.oneof(fc.constantFrom('0-0', '0-0/0-0', '-', '1'), oddScalars),
        groupname: oddScalars,
        memberUsers: oddValues,
        memberGroups: oddValues,
        parentGroups: oddValues,
        fileSize: oddScalars,
        md5: oddScalars,
        oldPassword: oddScalars,
        newPassword: oddScalars,
        properties: fc.oneof({ weight: 8, arbitrary: properties }, oddValues),
      },
      { requiredKeys: ['entity-type'] },
    )
    .map((entity) => entity as unknown);
}

function bodies(known: KnownIds): fc.Arbitrary<Buffer | undefined> {
  const json = entities(known).map((entity) => Buffer.from(JSON.stringify(entity)));
  const raw = fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '0',
    '"x"',
    '{"entity-type":"document","name":"x","type":"File","properties":{"dc:title":1e999}}',
    '{"entity-type":"document","name":"x","type":"File","properties":{"uid:major_version":12345678901234567890123}}',
    '{"entity-type":"document","entity-type":"user"}',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    '{"a":'.repeat(5_000),
    `"${'\\'.repeat(9_999)}"`,
    '\u0000\u0001',
    '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nbody\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nbody',
    '--x--\r\n',
  );
  return fc.oneof(
    { weight: 6, arbitrary: json },
    { weight: 2, arbitrary: raw.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Requests that are well formed as HTTP and odd in every other way. */
export function oddRequests(known: KnownIds): fc.Arbitrary<RawRequest> {
  const methods = fc.constantFrom(
    ...['GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'PUT', 'PUT', 'PUT', 'DELETE'],
    ...['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'PURGE'],
  );
  return fc
    .record({ method: methods, target: targets(known), headers, body: bodies(known) })
    .map(({ method, target, headers: chosen, body }) => {
      const hasBody = body !== undefined && method !== 'TRACE';
      const hasType = chosen.some(([name]) => name === 'Content-Type');
      const extra: [string, string][] = [];
      if (hasBody) extra.push(['Content-Length', String(body.length)]);
      if (hasBody && !hasType) extra.push(['Content-Type', 'application/json']);
      return { method, target, headers: [...chosen, ...extra], ...(hasBody && { body }) };
    });
}
