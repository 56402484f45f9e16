import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import { limits } from '../../src/base/limits.ts';
import { PublicAddresses } from '../../src/http/public-address.ts';
import { parsePage } from '../../src/http/requests/paging.ts';
import { parseWireOptions } from '../../src/http/requests/wire-options.ts';
import { canonicalUrl, decodeSegment, pathOf, queryOf } from '../../src/http/url.ts';

const contextPaths = fc.constantFrom('/nuxeo', '', '/a/b');
const segments = fc.oneof(
  fc.constantFrom(
    'api',
    'v1',
    'site',
    'automation',
    'repo',
    'path',
    'id',
    'default',
    '',
    '..',
    '@x',
  ),
  fc.string({ maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const paths = fc.array(segments, { maxLength: 8 }).map((list) => `/${list.join('/')}`);
const queries = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 12 }).map((text) => `?${encodeURI(text.toWellFormed())}`),
);

describe('canonicalUrl', () => {
  test('never fails, keeps the query, and is the same when applied again', () => {
    fc.assert(
      fc.property(contextPaths, paths, queries, (contextPath, path, query) => {
        const { url } = canonicalUrl(contextPath + path + query, contextPath);
        expect(url.startsWith(contextPath)).toBe(true);
        expect(url.endsWith(query)).toBe(true);
        const again = canonicalUrl(url, contextPath);
        // Each application takes one trailing slash and one repository away.
        if (!pathOf(url).endsWith('/') && !/\/api\/v1\/repo\/|\/site\//.test(url)) {
          expect(again.url).toBe(url);
        }
      }),
    );
  });

  test('an alias and what it stands for are routed alike', () => {
    fc.assert(
      fc.property(paths, queries, (path, query) => {
        const canonical = canonicalUrl(`/nuxeo/api/v1${path}${query}`, '/nuxeo');
        expect(canonicalUrl(`/nuxeo/site/api/v1${path}${query}`, '/nuxeo')).toEqual(canonical);
        const automation = canonicalUrl(`/nuxeo/api/v1/automation${path}${query}`, '/nuxeo');
        const alias = canonicalUrl(`/nuxeo/site/automation${path}${query}`, '/nuxeo');
        expect(alias).toEqual(automation);
      }),
    );
  });

  test('a repository in the path is taken out and reported', () => {
    const names = fc
      .string({ maxLength: 8 })
      .map((text) => encodeURIComponent(text.toWellFormed()));
    fc.assert(
      fc.property(names, paths, (name, path) => {
        // These name a repository themselves, of which only the first is taken out.
        fc.pre(!/^(?:\/automation)?\/repo\//.test(path));
        const { url, repository } = canonicalUrl(`/nuxeo/api/v1/repo/${name}${path}`, '/nuxeo');
        expect(repository).toBe(name);
        expect(url).toBe(canonicalUrl(`/nuxeo/api/v1${path}`, '/nuxeo').url);
      }),
    );
  });

  test.each([
    ['/nuxeo/api/v1/path/', '/nuxeo/api/v1/path/'],
    ['/nuxeo/api/v1/path//', '/nuxeo/api/v1/path//'],
    ['/nuxeo/api/v1/path/a/?x=/', '/nuxeo/api/v1/path/a?x=/'],
    ['/nuxeo/site/api/v1', '/nuxeo/api/v1'],
    ['/nuxeo/site/automation/', '/nuxeo/api/v1/automation'],
  ])('%s is %s', (url, canonical) => {
    expect(canonicalUrl(url, '/nuxeo').url).toBe(canonical);
  });
});

describe('decodeSegment', () => {
  test('gives back every name that was encoded, but for those with a slash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const encoded = encodeURIComponent(name.toWellFormed());
        if (name.includes('/')) expect(() => decodeSegment(encoded)).toThrow('escaped slash');
        else expect(decodeSegment(encoded)).toBe(name.toWellFormed());
      }),
    );
  });

  test('matrix parameters are not part of the name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, rest) => {
        const encoded = encodeURIComponent(name.toWellFormed().replaceAll('/', ''));
        expect(decodeSegment(`${encoded};${rest}`)).toBe(decodeSegment(encoded));
      }),
    );
  });

  test('refuses with 400 what it cannot decode, and nothing else happens', () => {
    const pieces = fc.constantFrom('%', '%2', '%zz', '%ff', '%c3', '%28', '%ed%a0%80', '%41', 'a');
    fc.assert(
      fc.property(fc.array(pieces), (list) => {
        try {
          expect(decodeSegment(list.join(''))).toMatch(/^[^%]*$/);
        } catch (error) {
          expect(isAppError(error, 'request.invalid')).toBe(true);
        }
      }),
    );
  });
});

describe('the public address', () => {
  const odd = fc.oneof(
    fc.constantFrom('', ' ', 'http', 'http://', 'http://[', 'x http://y', 'javascript:http', 'a,b'),
    fc.constantFrom('https://a/b', 'a:1', '[::1]:80', 'a b', 'a/b', 'a?b', 'a#b', 'a@b', '\\'),
    fc.constantFrom('/a', '//a', '/..', '/a;b', '/a\r\nb', '%2f', '10.0.0.1', '[', '1.1.1', 'a;b'),
    fc.string(),
  );
  const names = [
    'nuxeo-virtual-host',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded-prefix',
    'x-forwarded-for',
    'host',
  ];
  const addresses = new PublicAddresses({
    contextPath: '/nuxeo',
    publicUrl: null,
    allowedHosts: [],
    trustedProxies: ['10.0.0.0/8'],
  });

  test('is a plain web address ending in a slash, or a refusal, whatever the headers say', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), odd), (headers) => {
        const socket = { remoteAddress: '10.1.2.3', localAddress: '::', localPort: 80 };
        const request = { headers, socket } as unknown as IncomingMessage;
        expect(addresses.clientAddress(request)).toMatch(/^[\d.a-f:]+$/i);
        try {
          const { baseUrl, contextPath, origin, isSecure } = addresses.of(request);
          const url = new URL(baseUrl);
          expect(baseUrl).toBe(url.href);
          expect(baseUrl).toMatch(/^https?:\/\/[^\s/?#@;\\]+(?:\/[\w.~%-]+)*\/$/);
          expect(url.pathname).toBe(`${contextPath}/`);
          expect(url.origin).toBe(origin);
          expect(url.protocol === 'https:').toBe(isSecure);
        } catch (error) {
          expect(isAppError(error, 'request.invalid')).toBe(true);
        }
      }),
    );
  });
});

describe('parseWireOptions', () => {
  const items = fc.array(
    fc.string({ maxLength: 5 }).filter((text) => !text.includes(',')),
    {
      maxLength: 4,
    },
  );

  test('merges headers and parameters, trimmed, sorted and without doubles', () => {
    const spellings = fc.constantFrom('properties', 'x-nxproperties', 'x-nxdocumentproperties');
    fc.assert(
      fc.property(spellings, items, items, (name, inHeader, inQuery) => {
        const query = new URLSearchParams([[name.toUpperCase(), inQuery.join(',')]]);
        const { properties } = parseWireOptions({ [name]: inHeader.join(' , ') }, query);
        const wanted = [...inHeader, ...inQuery].map((text) => text.trim());
        const expected = [...new Set(wanted.filter((text) => text !== ''))].sort();
        expect(properties ?? []).toEqual(expected);
        if (expected.length === 0) expect(properties).toBeUndefined();
      }),
    );
  });

  test('reads every spelling of an enricher, and no entity by accident', () => {
    fc.assert(
      fc.property(fc.constantFrom('document', 'directoryEntry', '__proto__'), (entity) => {
        const lower = entity.toLowerCase();
        const names = ['enrichers.', 'enrichers-', 'x-nxenrichers.', 'x-nxenrichers-'];
        for (const name of names) {
          const options = parseWireOptions({ [name + lower]: 'x' }, new URLSearchParams());
          expect(options.enrichers(entity)).toEqual(['x']);
          expect(options.enrichers('other')).toEqual([]);
          expect(options.fetch(entity)).toEqual([]);
        }
      }),
    );
  });

  test('an unknown depth counts as root', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { depth } = parseWireOptions({ depth: text }, new URLSearchParams());
        const known = text.trim() === 'children' || text.trim() === 'max';
        expect(depth).toBe(known && !text.includes(',') ? text.trim() : depth);
        expect(['root', 'children', 'max']).toContain(depth);
      }),
    );
  });
});

describe('parsePage', () => {
  test('returns whole numbers within the limits, or refuses', () => {
    const values = fc.oneof(
      fc.constantFrom('0', '1', '50', '1000', '1001', '2147483647', '2147483648', '-1', '1.5', ''),
      fc.constantFrom('1e3', '0x10', ' 1', '+1', 'NaN', 'Infinity', '٣', '00'),
      fc.string(),
    );
    const names = fc.constantFrom('pageSize', 'currentPageIndex', 'offset');
    fc.assert(
      fc.property(fc.dictionary(names, values), (given) => {
        try {
          const { size, offset } = parsePage(new URLSearchParams(given));
          expect(Number.isSafeInteger(size) && size >= 1 && size <= limits.pageSizeMax).toBe(true);
          expect(Number.isSafeInteger(offset) && offset >= 0).toBe(true);
        } catch (error) {
          expect(isAppError(error, 'request.invalid')).toBe(true);
          expect(Object.values(given).every((text) => /^\d{0,9}$/.test(text))).toBe(false);
        }
      }),
    );
  });
});

test('a query of any kind can be read', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => [...queryOf(`/x?${text}`)]).not.toThrow();
      expect(pathOf(`/x?${text}`)).toBe('/x');
    }),
  );
});
