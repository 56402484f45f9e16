import { now } from '../../base/clock.ts';
import {
  listExpiredTokens,
  removeExpiredTokens,
} from '../../repository/credentials/oauth2-tokens.ts';
import { type CommandContext, defineBulkAction } from '../action.ts';
import { refuseOthers } from '../invalid-parameter.ts';

const name = 'garbageCollectExpiredOAuth2Tokens';
const idsPerPage = 1_000;

/** Its items are ids of tokens. */
export const collectExpiredTokensAction = defineBulkAction<null>({
  name,
  description: 'Removes OAuth2 tokens that have expired and can no longer be refreshed.',
  bucketSize: 100,
  batchSize: 25,
  isExclusive: true,
  parse(params) {
    refuseOthers(params, [], name);
    return null;
  },
  items: findItems,
  async run({ handle, nowMs }, { items }) {
    const removed = await removeExpiredTokens(handle, items, nowMs);
    return { skipped: items.length - removed };
  },
});

async function* findItems({
  services: { database },
  signal,
}: CommandContext<null>): AsyncGenerator<readonly string[]> {
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = { after, limit: idsPerPage, nowMs: now() };
    const ids = await database.read((handle) => listExpiredTokens(handle, page));
    if (ids.length > 0) yield ids;
    if (ids.length < idsPerPage) return;
    after = ids.at(-1) ?? '';
  }
}
