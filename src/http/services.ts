import type { Logger } from '../base/log.ts';
import type { ContentModel } from '../model/content-model.ts';
import type { Database } from '../storage/database.ts';

/** What `compose.ts` builds once and every route may use. */
export interface Services {
  readonly log: Logger;
  readonly database: Database;
  readonly model: ContentModel;
}
