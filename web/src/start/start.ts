import { createClient } from '../../../client/src/index.ts';
import { keepEarlyAnswer } from '../api/early-answers.ts';
import { defaultOrder, firstRequests } from '../api/first-requests.ts';
import { applicationPath, serverBase } from '../api/server.ts';

/** Runs while the browser loads the application: asks for what it will show first, and loads the browser's own data. */

const api = createClient({ baseUrl: serverBase.href, dialect: 'native', fetch: keepEarlyAnswer });

void firstRequests.user(api);
const place = location.pathname.slice(applicationPath.length).replace(/^\//, '');
if (place === '') void firstRequests.workspaceRoots(api);
else if (/^browse(?:\/|$)/.test(place)) askForFolder(place.replace(/^browse\/?/, ''));
loadFormats();

function askForFolder(encodedPath: string): void {
  const path = decoded(encodedPath);
  if (path === undefined) return;
  void firstRequests.folder(api, `/${path}`);
  const isUsual = !/[?&](?:sort|order|filter)=/.test(location.search);
  if (isUsual) void firstRequests.children(api, `/${path}`, defaultOrder);
}

/** Undefined where it is no text. */
function decoded(path: string): string | undefined {
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/** Browsers look for all languages that they know the first time that a date is written, which takes a tenth of a second. */
function loadFormats(): void {
  new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium' }).format(0);
}
