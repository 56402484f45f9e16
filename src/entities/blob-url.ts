/** What a blob's download URL is made of, apart from the blob itself. */
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

/** From `{base}site/automation/` up to the base. */
export const fromAutomation = '../../';

const service = 'nxfile/';

/**
 * The download URL below the base URL: `nxfile/{repo}/{uid}/{xpath}/{filename}?changeToken=…`. There
 * always is a file name, so that the last segment need not be guessed when the URL comes back.
 */
export function blobPath(context: BlobUrlContext, xpath: string, filename: string | null): string {
  const { repository, documentId, changeToken } = context;
  const path = `${service}${repository}/${documentId}/${xpath}/${encodeFilename(filename)}`;
  return changeToken === null ? path : `${path}?changeToken=${encodeURIComponent(changeToken)}`;
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

/**
 * Recognises every form in which a download URL of ours was ever emitted: absolute, from the root of
 * the host, relative to the automation service, and relative to the base URL.
 */
export function parseOwnBlobUrl(text: string, baseUrls: readonly string[]): OwnBlobUrl | undefined {
  const path = pathBelowService(text, baseUrls);
  if (path === undefined) return undefined;
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const [repository = '', documentId = '', first = '', ...rest] = segments;
  const property = first.replace(';', ':');
  if (repository === '' || documentId === '' || !property.includes(':')) return undefined;
  return { repository, documentId, xpath: [property, ...rest.slice(0, -1)].join('/') };
}

function pathBelowService(text: string, baseUrls: readonly string[]): string | undefined {
  const bases = [fromAutomation, '', ...baseUrls, ...baseUrls.map(contextPath)];
  const prefix = bases.map((base) => base + service).find((start) => text.startsWith(start));
  return prefix === undefined ? undefined : text.slice(prefix.length).split(/[?#]/, 1)[0];
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
