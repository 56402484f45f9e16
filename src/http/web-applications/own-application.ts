import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexName, type WebApplication } from './web-application.ts';

/** The application of this program, which `npm ci` builds. */
export interface OwnApplication extends WebApplication {
  /** The page, with a placeholder for the base of its addresses. */
  readonly index: string;
}

export const ownApplicationPath = '/app';

const folder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/**
 * No script and no sheet of others, and none within pages. Sheets of elements that a script has set are
 * allowed by every policy. Previews are frames of this server with a policy of their own.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Undefined where it was not built. */
export async function openOwnApplication(): Promise<OwnApplication | undefined> {
  const index = await readFile(join(folder, indexName), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  return { path: ownApplicationPath, folder: await realpath(folder), policy, index };
}

/** The page with the path at which the browser has found it: its links work at any depth. */
export function indexFor({ index }: OwnApplication, contextPath: string): string {
  return index.replace(/<base href="[^"]*"/, () => {
    return `<base href="${contextPath}${ownApplicationPath}/"`;
  });
}
