import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexName } from './web-application.ts';

/** The page on which the API is read and tried, which `npm ci` builds. */
export interface Playground {
  /** Of its files, without symbolic links. */
  readonly folder: string;
  /** Content-Security-Policy of its files, which are no pages. */
  readonly policy: string;
  /** With a placeholder for the nonce of the response. */
  readonly index: string;
}

const folder = fileURLToPath(new URL('../../../dist/playground', import.meta.url));

const policy = "default-src 'none'";

/** Undefined where it was not built. */
export async function openPlayground(): Promise<Playground | undefined> {
  const index = await readFile(join(folder, indexName), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  return { folder: await realpath(join(folder, 'files')), policy, index };
}

/**
 * The component adds sheets to the page, which have the nonce, and attributes with styles, which have none:
 * they cannot load or run anything under this policy. Scripts are files of this server only.
 */
export function playgroundPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
