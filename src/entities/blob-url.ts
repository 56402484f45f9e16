import { isUuid } from '../base/ids.ts';
import { defaultRepository } from '../base/repository-name.ts';
import { repositoryPlace } from './repository-place.ts';

/** The parts of a blob's download URL other than the blob itself. */
export interface BlobUrlContext {
  /** `http://host:8080/nuxeo/`. */
  readonly baseUrl: string;
  readonly repository: string;
  readonly documentId: string;
  /** A cache buster; null leaves it out. */
  readonly changeToken: string | null;
}

export interface OwnBlobUrl {
  readonly repository: string;
  readonly documentId: string;
  readonly xpath: string;
}

const service = 'nxfile/';

/**
 * The download URL below the base URL: `nxfile/{repo}/{uid}/{xpath}/{filename}?changeToken=…`.
 * There is always a file name, so that the last segment is unambiguous when the URL is sent back.
 */
export function blobPath(context: BlobUrlContext, xpath: string, filename: string | null): string {
  const { repository, documentId, changeToken } = context;
  const path = `${service}${repository}/${documentId}/${xpath}/${encodeFilename(filename)}`;
  return changeToken === null ? path : `${path}?changeToken=${encodeURIComponent(changeToken)}`;
}

/**
 * The download URL relative to the automation service: `files/{uid}?path={xpath}&changeToken=…`,
 * after `repo/{name}/` in a repository that is not the default one. It has no dot segments, as many
 * clients append it to the address of the service without resolving it.
 */
export function automationBlobPath(context: BlobUrlContext, xpath: string): string {
  const { repository, documentId, changeToken } = context;
  const path = `${repositoryPlace(repository)}files/${documentId}?path=${encodeXpath(xpath)}`;
  return changeToken === null ? path : `${path}&changeToken=${encodeURIComponent(changeToken)}`;
}

const plainXpath = /^[\w:/.-]+$/;

/** Colons and slashes need no encoding in a query. */
function encodeXpath(xpath: string): string {
  if (plainXpath.test(xpath)) return xpath;
  return encodeURIComponent(xpath.toWellFormed()).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

const plainName = /^\w[\w.-]*$/;

function encodeFilename(filename: string | null): string {
  if (filename === null) return 'file';
  if (plainName.test(filename)) return filename;
  const last = Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\'));
  const name = filename.slice(last + 1).replace(/;\w+=.*$/s, '');
  // Dot segments would be resolved away with the xpath before them.
  if (name === '' || name === '.' || name === '..') return 'file';
  return encodeURIComponent(name.toWellFormed());
}

/** From `{base}site/automation/` up to the base, as URLs of earlier releases began. */
const fromAutomation = '../../';

/** Where the automation service is, below the base URL. */
const automationRoots = ['site/automation/', 'api/v1/automation/', 'site/api/v1/automation/'];

/**
 * Recognises every form of download URL that any release has written: absolute, from the root of
 * the host, relative to the automation service, and relative to the base URL.
 */
export function parseOwnBlobUrl(text: string, baseUrls: readonly string[]): OwnBlobUrl | undefined {
  const below = [...baseUrls, ...baseUrls.map(contextPath)];
  const file = after(
    text,
    [fromAutomation, '', ...below].map((base) => base + service),
  );
  if (file !== undefined) return parseFilePath(file);
  const automation = below.flatMap((base) => automationRoots.map((root) => base + root));
  return parseAutomationPath(after(text, [...automation, ...automationRoots]) ?? text);
}

function after(text: string, starts: readonly string[]): string | undefined {
  const start = starts.find((prefix) => text.startsWith(prefix));
  return start === undefined ? undefined : text.slice(start.length);
}

function parseFilePath(text: string): OwnBlobUrl | undefined {
  const segments = decodeSegments(text.split(/[?#]/, 1)[0] ?? '');
  if (!segments) return undefined;
  const [repository = '', documentId = '', first = '', ...rest] = segments;
  const property = first.replace(';', ':');
  if (repository === '' || documentId === '' || !property.includes(':')) return undefined;
  return { repository, documentId, xpath: [property, ...rest.slice(0, -1)].join('/') };
}

const automationPath = /^(?:repo\/([^/?#]+)\/)?files\/([^/?#]+)\?([^#]*)/;

/** Other text with that beginning is content: a URL has an id and the xpath of a property. */
function parseAutomationPath(text: string): OwnBlobUrl | undefined {
  const [, inRepository = defaultRepository, documentId = '', query = ''] =
    automationPath.exec(text) ?? [];
  const xpath = new URLSearchParams(query).get('path') ?? '';
  if (!isUuid(documentId) || !/^[^/]+:/.test(xpath)) return undefined;
  const repository = decodeSegments(inRepository)?.[0];
  return repository === undefined ? undefined : { repository, documentId, xpath };
}

function contextPath(baseUrl: string): string {
  return URL.parse(baseUrl)?.pathname ?? '/';
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
