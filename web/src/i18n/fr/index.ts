import { actions } from './actions.ts';
import { browse } from './browse.ts';
import { common } from './common.ts';
import { document } from './document.ts';
import { forms } from './forms.ts';
import { operations } from './operations.ts';
import { previews } from './previews.ts';
import { profile } from './profile.ts';
import { rights } from './rights.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { social } from './social.ts';
import { tasks } from './tasks.ts';
import { uploads } from './uploads.ts';
import { versions } from './versions.ts';

/** Messages in ICU form; each area of the application has its own file. */
export const messages = {
  ...common,
  ...shell,
  ...browse,
  ...actions,
  ...uploads,
  ...document,
  ...forms,
  ...previews,
  ...versions,
  ...rights,
  ...social,
  ...tasks,
  ...search,
  ...profile,
  ...operations,
};
