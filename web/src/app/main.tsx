import '../styles/tokens.css';
import '../styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showPreferences } from '../session/preferences.ts';
import { meQuery } from '../session/session.ts';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.ts';
import { reloadForNewBuild } from './stale-build.ts';
import { refuseStrayFiles } from './stray-files.ts';

showPreferences();
reloadForNewBuild();
refuseStrayFiles();
const client = createQueryClient();
// Asked for before the screen has been loaded.
void client.prefetchQuery(meQuery);
const router = createAppRouter(client);
const element = document.getElementById('app');
if (!element) throw new Error('the page has no element for the application');
createRoot(element).render(
  <StrictMode>
    <App client={client} router={router} />
  </StrictMode>,
);
