import type { Scenario } from '../scenario.ts';
import { withFolder } from '../stores.ts';
import { measureFirstListing } from '../web/first-listing.ts';
import { measureScrolling } from '../web/long-list.ts';
import { measureLongUse } from '../web/long-use.ts';
import { measureUploads } from '../web/many-uploads.ts';
import { withStage } from '../web/stage.ts';

export const web: Scenario = {
  name: 'web',
  summary: 'the web application in Chromium: first listing, scrolling, uploads, memory',
  run: (effort) =>
    withFolder((folder) =>
      withStage(folder, async (stage) => [
        ...(await measureFirstListing(stage, { effort, folder })),
        ...(await measureScrolling(stage, effort)),
        ...(await measureUploads(stage, { effort, folder })),
        ...(await measureLongUse(stage, effort)),
      ]),
    ),
};
