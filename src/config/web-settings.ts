import { setting } from './setting-definition.ts';
import { Problem, text, textList } from './setting-values.ts';

/** A built web application that the server sends to browsers. */
interface WebApplicationSetting {
  /** Below the context path. */
  readonly path: string;
  readonly folder: string;
}

/**
 * For applications like the reference Web UI, which has scripts in its index and evaluates expressions.
 * Everything comes from the server itself, and no other site can frame it.
 */
const defaultPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Settings of web applications; a part of the list in `settings.ts`. */
export const webSettings = {
  webApplicationPolicy: setting({
    env: 'CARTULARY_WEB_APPLICATION_POLICY',
    description: 'Content-Security-Policy of the files of webApplications',
    default: defaultPolicy,
    parse: text({ pattern: /^[\x20-\x7e]{1,4000}$/, expected: 'a policy of printable characters' }),
  }),
  webApplications: setting<readonly WebApplicationSetting[]>({
    env: 'CARTULARY_WEB_APPLICATIONS',
    description:
      'folders of built web applications, each as path=folder, such as /ui=./web-ui; a folder alone is served below /ui',
    isPath: true,
    default: [],
    parse: applicationList,
  }),
} as const;

const pathPattern = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/;

function applicationList(input: unknown): readonly WebApplicationSetting[] | Problem {
  const items = textList(input);
  if (items instanceof Problem) return items;
  const applications = items.map(applicationOf);
  const wrong = items.find((_item, at) => {
    const { path = '', folder = '' } = applications[at] ?? {};
    return !pathPattern.test(path) || folder === '';
  });
  if (wrong !== undefined) {
    return new Problem(`${wrong}: must be path=folder, with a path such as /ui`);
  }
  const paths = applications.map(({ path }) => path);
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  return twice === undefined ? applications : new Problem(`${twice}: is there twice`);
}

function applicationOf(item: string): WebApplicationSetting {
  const [, path, folder] = /^(\/[^=]*)=(.*)$/.exec(item) ?? [];
  if (path === undefined || folder === undefined) return { path: '/ui', folder: item };
  return { path: path.trim(), folder: folder.trim() };
}
