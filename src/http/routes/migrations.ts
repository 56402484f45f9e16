import {
  migrationSchema,
  migrationsSchema,
  writeMigration,
  writeMigrations,
} from '../../entities/migration-entity.ts';
import {
  getMigration,
  listMigrations,
  probeMigration,
  startMigration,
} from '../../jobs/migrations/manage-migrations.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';

const path = '/management/migration';
const common = { root: 'api', access: 'administrator', body: 'none' } as const;

const listRoute = defineRoute({
  ...common,
  method: 'GET',
  path,
  summary: 'Migrations of content with their states',
  responses: { 200: json('every migration', migrationsSchema), 403: 'no administrator' },
  handle: async ({ services }) => jsonReply(200, writeMigrations(await listMigrations(services))),
});

const readRoute = defineRoute({
  ...common,
  method: 'GET',
  path: `${path}/:migrationId`,
  summary: 'A migration of content with its state',
  responses: {
    200: json('the migration', migrationSchema),
    403: 'no administrator',
    404: 'no such migration',
  },
  async handle({ services, params }) {
    const { migrationId = '' } = params;
    return jsonReply(200, writeMigration(await getMigration(services, migrationId)));
  },
});

const probeRoute = defineRoute({
  ...common,
  method: 'POST',
  path: `${path}/:migrationId/probe`,
  summary: 'Find the state of a migration from what is stored',
  responses: {
    200: json('the migration after the probe', migrationSchema),
    403: 'no administrator',
    404: 'no such migration',
  },
  async handle(context) {
    const { migrationId = '' } = context.params;
    const found = await probeMigration(context.services, migrationId, (work) =>
      context.write(work),
    );
    return jsonReply(200, writeMigration(found));
  },
});

/** The contract has 400 for a migration that does not exist here. */
const running = {
  ...common,
  method: 'POST',
  responses: {
    202: empty('the step runs in the background'),
    400: 'no such migration or step, no step for the present state, or one runs already',
    403: 'no administrator',
  },
  statusFor: { 'migration.not-found': 400 },
  async handle(context: RequestContext) {
    const { migrationId: id = '', stepId } = context.params;
    const reference = stepId === undefined ? { id } : { id, stepId };
    await startMigration(context.services, reference, (work) => context.write(work));
    return emptyReply(202);
  },
} as const;

const runRoute = defineRoute({
  ...running,
  path: `${path}/:migrationId/run`,
  summary: 'Run the only step that the state of a migration allows',
});

const runStepRoute = defineRoute({
  ...running,
  path: `${path}/:migrationId/run/:stepId`,
  summary: 'Run a step of a migration',
});

export const migrationRoutes = [listRoute, readRoute, probeRoute, runRoute, runStepRoute];
