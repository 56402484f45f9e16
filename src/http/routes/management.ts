import {
  pendingChangesSchema,
  writePendingChanges,
} from '../../entities/pending-changes-entity.ts';
import { listSubtreeWork } from '../../repository/editing/subtree-work.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

const listedMax = 1_000;

const pendingChangesRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/management/pending-changes',
  access: 'administrator',
  summary: 'Changes of large folders that are still being written to their documents',
  body: 'none',
  responses: {
    200: json(`the oldest ${listedMax} changes and tasks`, pendingChangesSchema),
    403: 'no administrator',
  },
  async handle(context) {
    const work = await context.read(({ handle }) => listSubtreeWork(handle, listedMax));
    return jsonReply(200, writePendingChanges(work));
  },
});

export const managementRoutes = [pendingChangesRoute];
