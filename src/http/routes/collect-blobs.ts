import { cannotList } from '../../bulk/actions/collect-blobs.ts';
import { getAction } from '../../bulk/actions/index.ts';
import { submitCommand } from '../../bulk/submit.ts';
import { bulkStatusSchema, writeBulkStatus } from '../../entities/bulk-status-entity.ts';
import { flag, integer } from '../../entities/json-schema.ts';
import { inQuery } from '../parameters.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext } from '../route.ts';

const names = ['dryRun', 'queryLimit', 'records'] as const;

/** As they were sent: the action reads them. What is empty was not sent. */
function paramsOf({ query }: RequestContext): Readonly<Record<string, string>> {
  const sent = names.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== ''));
}

const collectBlobsRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/management/blobs/orphaned',
  access: 'administrator',
  summary: 'Removes stored contents to which nothing refers',
  parameters: [
    inQuery('dryRun', 'only counts what would be removed', flag),
    inQuery('queryLimit', 'the most contents that are removed', integer),
    inQuery('records', 'also contents of records', flag),
  ],
  body: 'none',
  responses: {
    200: json('the status of the command, which is done in the background', bulkStatusSchema),
    400: 'a parameter does not fit',
    403: 'no administrator',
    409: 'a collection is running',
    501: 'the store of contents cannot list them',
  },
  async handle(context) {
    if (!context.services.blobs.canList) throw cannotList();
    const command = {
      action: getAction('garbageCollectOrphanBlobs'),
      source: { kind: 'action' } as const,
      params: paramsOf(context),
      isSystem: true,
    };
    const submitted = await context.write((unit) =>
      submitCommand(unit, command, { standingOf: () => 'allowed' }),
    );
    return jsonReply(200, writeBulkStatus(submitted));
  },
});

export const collectBlobsRoutes = [collectBlobsRoute];
