import '../styles/tokens.css';
import '../styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTranslations } from '../i18n/i18n.tsx';
import { readPreferences, showPreferences } from '../session/preferences.ts';
import { meQuery } from '../session/session.ts';
import { App } from './app.tsx';
import { firstAnswers } from './first-answers.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.ts';
import { reloadForNewBuild } from './stale-build.ts';
import { refuseStrayFiles } from './stray-files.ts';

/** Without its answers the first screen is drawn after this time, and once more when they are there. */
const longestBlankMs = 150;

showPreferences();
reloadForNewBuild();
refuseStrayFiles();
const client = createQueryClient();
// Asked for before the screen has been loaded.
void client.prefetchQuery(meQuery);
const router = createAppRouter(client);
const element = document.getElementById('app');
if (!element) throw new Error('the page has no element for the application');
await Promise.all([
  loadTranslations(readPreferences().language),
  Promise.race([
    firstAnswers(client, router),
    new Promise((resolve) => setTimeout(resolve, longestBlankMs)),
  ]),
]);
createRoot(element).render(
  <StrictMode>
    <App client={client} router={router} />
  </StrictMode>,
);
