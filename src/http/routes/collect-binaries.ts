import { now, sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { cannotList } from '../../bulk/actions/collect-blobs.ts';
import { getAction } from '../../bulk/actions/index.ts';
import { findCommand } from '../../bulk/inspect.ts';
import { submitCommand } from '../../bulk/submit.ts';
import {
  collectedBinariesSchema,
  writeCollectedBinaries,
} from '../../entities/collected-binaries-entity.ts';
import { type BulkCommand, isEnded } from '../../model/bulk-command.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext } from '../route.ts';

const pollMs = 100;

const collectBinariesRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/management/binaries/orphaned',
  access: 'administrator',
  summary: 'Removes stored contents to which nothing refers, and waits until that is done',
  parameters: [],
  body: 'none',
  responses: {
    200: json('what was removed, and what stays', collectedBinariesSchema),
    403: 'no administrator',
    409: 'a collection is running',
    501: 'the store of contents cannot list them',
  },
  async handle(context) {
    if (!context.services.blobs.canList) throw cannotList();
    const command = {
      action: getAction('garbageCollectOrphanBlobs'),
      source: { kind: 'action' } as const,
      params: {},
      isSystem: true,
    };
    const { id } = await context.write((unit) =>
      submitCommand(unit, command, { standingOf: () => 'allowed' }),
    );
    return jsonReply(200, writeCollectedBinaries(await whenEnded(context, id)));
  },
});

/** @throws AppError store.timeout, operation.failed */
async function whenEnded(context: RequestContext, id: string): Promise<BulkCommand> {
  const { services, signal } = context;
  const untilMs = now() + services.config.transactionTimeoutSeconds * 1_000;
  let command: BulkCommand | undefined;
  while (!signal.aborted && now() < untilMs) {
    command = await context.read(({ handle }) => findCommand(handle, id, 0));
    if (command && isEnded(command)) break;
    await sleepUnlessAborted(pollMs, signal);
  }
  if (command?.state === 'COMPLETED' && command.errorCount === 0) return command;
  const place = `see GET /management/bulk/${id}`;
  if (command && isEnded(command)) {
    const text = `${command.errorMessage ?? 'the collection was aborted'}; ${place}`;
    throw new AppError('operation.failed', text);
  }
  throw new AppError('store.timeout', `the collection goes on; ${place}`);
}

export const collectBinariesRoutes = [collectBinariesRoute];
