import fc from 'fast-check';
import { expect, test } from 'vitest';
import { automationBlobPath, type BlobUrlContext, blobPath, parseOwnBlobUrl } from './blob-url.ts';

const baseUrl = 'http://host:8080/nuxeo/';
const id = '8243123c-34d0-4e33-b4b3-290cef008db0';
const context: BlobUrlContext = {
  baseUrl,
  repository: 'default',
  documentId: id,
  changeToken: '3-0',
};
const own = { repository: 'default', documentId: id, xpath: 'file:content' };

test.each([
  ['report.pdf', 'report.pdf'],
  ['my report.pdf', 'my%20report.pdf'],
  ['C:\\temp\\a.txt', 'a.txt'],
  ['/home/a.txt', 'a.txt'],
  ['a.txt;jsessionid=12', 'a.txt'],
  ['a;b.txt', 'a%3Bb.txt'],
  [';:$&+=?[]@#%', '%3B%3A%24%26%2B%3D%3F%5B%5D%40%23%25'],
  ['é.txt', '%C3%A9.txt'],
  ['half \ud800', 'half%20%EF%BF%BD'],
  ['..', 'file'],
  ['a/', 'file'],
  [null, 'file'],
])('the file name %j is written as %s', (name, segment) => {
  expect(blobPath(context, 'file:content', name)).toBe(
    `nxfile/default/${id}/file:content/${segment}?changeToken=3-0`,
  );
});

test('without change token there is no query, and the token of a proxy is encoded', () => {
  const without = { ...context, changeToken: null };
  expect(blobPath(without, 'files:files/0/file', 'a')).toBe(
    `nxfile/default/${id}/files:files/0/file/a`,
  );
  expect(blobPath({ ...context, changeToken: '1-0/2-0' }, 'file:content', 'a')).toContain(
    '?changeToken=1-0%2F2-0',
  );
});

test.each([
  `${baseUrl}nxfile/default/${id}/file:content/report.pdf?changeToken=3-0`,
  `../../nxfile/default/${id}/file:content/report.pdf?changeToken=3-0`,
  `/nuxeo/nxfile/default/${id}/file:content/report.pdf`,
  `nxfile/default/${id}/file:content/report.pdf#x`,
  `nxfile/default/${id}/file:content`,
  `nxfile/default/${id}/file;content/a%2Fb`,
  `nxfile/default/${id}/file%3Acontent/a`,
  `files/${id}?path=file:content&changeToken=3-0`,
  `files/${id}?changeToken=3-0&path=file%3Acontent#x`,
  `repo/default/files/${id}?path=file:content`,
  `${baseUrl}site/automation/files/${id}?path=file:content`,
  `${baseUrl}api/v1/automation/files/${id}?path=file:content`,
  `/nuxeo/site/automation/files/${id}?path=file:content`,
  `/nuxeo/site/api/v1/automation/repo/default/files/${id}?path=file:content`,
  `site/automation/files/${id}?path=file:content`,
])('%s is recognised as our own', (url) => {
  expect(parseOwnBlobUrl(url, [baseUrl])).toEqual(own);
});

test.each([
  '',
  'hello',
  `http://other:8080/nuxeo/nxfile/default/${id}/file:content/a`,
  `http://host:8080/nuxeo/api/v1/id/${id}`,
  `/other/nxfile/default/${id}/file:content/a`,
  `nxfile/default/${id}`,
  `nxfile/default/${id}/a.txt`,
  `nxfile//${id}/file:content/a`,
  `nxfile/default//file:content/a`,
  `nxfile/default/${id}/file:content/%E0%A4%A`,
  `files/${id}`,
  `files/${id}?path=`,
  `files/${id}?path=content`,
  'files/none?path=file:content',
  `files/${id}/x?path=file:content`,
  `see files/${id}?path=file:content`,
  `repo/%E0%A4%A/files/${id}?path=file:content`,
  `http://other:8080/nuxeo/site/automation/files/${id}?path=file:content`,
])('%j is not our own', (url) => {
  expect(parseOwnBlobUrl(url, [baseUrl])).toBeUndefined();
});

test('a URL is recognised by any of the base URLs', () => {
  const url = `https://public/cms/nxfile/default/${id}/file:content/a`;
  expect(parseOwnBlobUrl(url, [baseUrl, 'https://public/cms/'])).toEqual(own);
});

test('the relative URL resolves against the automation service, and may simply be appended', () => {
  const relative = automationBlobPath(context, 'file:content');
  expect(relative).toBe(`files/${id}?path=file:content&changeToken=3-0`);
  const automation = `${baseUrl}site/automation/`;
  expect(new URL(relative, automation).href).toBe(automation + relative);
});

test('another repository is named before the file', () => {
  const url = automationBlobPath({ ...context, repository: 'other one' }, 'file:content');
  expect(url).toBe(`repo/other%20one/files/${id}?path=file:content&changeToken=3-0`);
  expect(parseOwnBlobUrl(url, [baseUrl])).toEqual({ ...own, repository: 'other one' });
});

test('without change token the relative URL has only the path, and odd xpaths are encoded', () => {
  const without = { ...context, changeToken: null };
  expect(automationBlobPath(without, 'files:files/0/file')).toBe(
    `files/${id}?path=files:files/0/file`,
  );
  expect(automationBlobPath(without, 'a:b&c=d#é +')).toBe(
    `files/${id}?path=a:b%26c%3Dd%23%C3%A9%20%2B`,
  );
  expect(automationBlobPath({ ...context, changeToken: '1-0/2-0' }, 'file:content')).toContain(
    '&changeToken=1-0%2F2-0',
  );
});

test('all written URLs are recognised again, in both forms', () => {
  const xpaths = fc.constantFrom('file:content', 'files:files/0/file', 'picture:views/3/content');
  const names = fc.option(fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(xpaths, names, (xpath, name) => {
      const path = blobPath(context, xpath, name);
      const expected = { repository: 'default', documentId: id, xpath };
      expect(parseOwnBlobUrl(baseUrl + path, [baseUrl])).toEqual(expected);
      expect(parseOwnBlobUrl(`../../${path}`, [baseUrl])).toEqual(expected);
      const relative = automationBlobPath(context, xpath);
      expect(parseOwnBlobUrl(relative, [baseUrl])).toEqual(expected);
      // A URL parser must not rewrite either.
      const automation = `${baseUrl}site/automation/`;
      expect(new URL(`../../${path}`, automation).href).toBe(baseUrl + path);
      expect(new URL(relative, automation).href).toBe(automation + relative);
    }),
  );
});
