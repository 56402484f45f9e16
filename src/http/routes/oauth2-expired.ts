import { getAction } from '../../bulk/actions/index.ts';
import { submitCommand } from '../../bulk/submit.ts';
import { bulkStatusSchema, writeBulkStatus } from '../../entities/bulk-status-entity.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

export const oauth2ExpiredRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/management/oauth2/expired',
  access: 'administrator',
  summary: 'Removes OAuth2 tokens that have expired and can no longer be refreshed',
  body: 'none',
  responses: {
    200: json('the status of the command, which is done in the background', bulkStatusSchema),
    403: 'no administrator',
    409: 'such a command is running',
  },
  async handle(context) {
    const command = {
      action: getAction('garbageCollectExpiredOAuth2Tokens'),
      source: { kind: 'action' } as const,
      params: {},
      isSystem: true,
    };
    const submitted = await context.write((unit) =>
      submitCommand(unit, command, { standingOf: () => 'allowed' }),
    );
    return jsonReply(200, writeBulkStatus(submitted));
  },
});
