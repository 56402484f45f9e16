import { inspectMachine, machineProblems } from '../../conversion/installed-programs.ts';
import {
  conversionProgramsSchema,
  writeConversionPrograms,
} from '../../entities/conversion-programs-entity.ts';
import {
  failedRenditionsSchema,
  writeFailedRenditions,
} from '../../entities/failed-renditions-entity.ts';
import {
  pendingChangesSchema,
  writePendingChanges,
} from '../../entities/pending-changes-entity.ts';
import { listSubtreeWork } from '../../repository/editing/subtree-work.ts';
import {
  countFailedRenditions,
  listFailedRenditions,
} from '../../repository/renditions/failed-renditions.ts';
import { pagingParameters, parsePage } from '../requests/paging.ts';
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

const failedThumbnailsRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/management/thumbnails/failed',
  access: 'administrator',
  summary: 'Files of which no thumbnail could be made, with the reasons; the latest failure first',
  body: 'none',
  parameters: pagingParameters,
  responses: {
    200: json('a page of them', failedRenditionsSchema),
    400: 'not a page',
    403: 'no administrator',
  },
  async handle(context) {
    const { size: limit, offset } = parsePage(context.query);
    const entity = await context.read(async ({ handle }) => {
      const files = await listFailedRenditions(handle, { limit, offset });
      return writeFailedRenditions(files, await countFailedRenditions(handle));
    });
    return jsonReply(200, entity);
  },
});

const programsRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/management/programs',
  access: 'administrator',
  summary: 'Programs on the machine of the server that conversions use, with their versions',
  body: 'none',
  responses: {
    200: json('what is installed, and how these programs are confined', conversionProgramsSchema),
    403: 'no administrator',
  },
  async handle({ services: { config } }) {
    const machine = await inspectMachine();
    return jsonReply(200, writeConversionPrograms(machine, machineProblems(machine, config)));
  },
});

export const managementRoutes = [failedThumbnailsRoute, pendingChangesRoute, programsRoute];
