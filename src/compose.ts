import type { FastifyInstance } from 'fastify';
import type { GuessCounts } from './authentication/guess-slowdown.ts';
import { refuseKnownPassword } from './authentication/known-password.ts';
import { RateLimits } from './authentication/rate-limits.ts';
import { createActivity } from './base/activity.ts';
import { present } from './base/assert.ts';
import { createLogger, type Logger } from './base/log.ts';
import { PendingWork } from './base/pending-work.ts';
import { BulkCounts } from './bulk/environment.ts';
import {
  type ComposedRepository,
  composeRepository,
  type RunningWork,
  requireRunnable,
  type SharedParts,
  startWork,
} from './compose-repository.ts';
import { configOfRepository } from './config/repositories.ts';
import type { Config } from './config/settings.ts';
import { removeLeftFolders } from './conversion/external-program.ts';
import { Workshop } from './conversion/workshop.ts';
import { createApp } from './http/app.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import { createMetrics } from './http/metrics.ts';
import { Readiness } from './http/probes/readiness.ts';
import type { Siblings } from './http/processes/siblings.ts';
import { PublicAddresses } from './http/public-address.ts';
import { RegistrationStatus } from './http/registration/registration-status.ts';
import { routes } from './http/routes/index.ts';
import { takenNames, webApplicationRoutes } from './http/routes/web-applications.ts';
import type { ServerServices, Services } from './http/services.ts';
import { openOwnApplication } from './http/web-applications/own-application.ts';
import { openPlayground } from './http/web-applications/playground.ts';
import { openWebApplications } from './http/web-applications/web-application.ts';
import { readSchedules } from './job-kinds.ts';
import { sourceUsersKind } from './jobs/check-source-users.ts';
import { TextCounts } from './jobs/fulltext/unread-texts.ts';
import { MediaCounts } from './jobs/media/complete-media.ts';
import { RenditionCounts } from './jobs/renditions/make-renditions.ts';
import type { Schedule } from './jobs/schedules/schedule.ts';
import { SubtreeCounts } from './jobs/subtrees/subtree-counts.ts';
import { readMailSettings } from './mail-settings.ts';
import { type NodeIdentity, openAsNode } from './node.ts';
import {
  beginStoreGroup,
  namingRepository,
  openOtherStore,
  type StoreGroup,
} from './other-stores.ts';
import type { SharedCopies } from './repository/copies/shared-copies.ts';
import { loadPageProviders } from './repository/search/page-providers.ts';
import type { RepositoryStore } from './repository/unit/unit.ts';
import { openSignIn } from './sign-in.ts';
import { type OpenedStore, prepareStore, readDefinitions } from './store.ts';

/** What a process of a server with several is told; nothing for a server of one process. */
export interface ProcessPlace {
  /** Of the server, at this start of it: its processes share it. */
  readonly serverId: string;
  /** Leaves background work, and the preparation of the store, to another process. */
  readonly onlyAnswers: boolean;
  readonly guesses: GuessCounts;
  readonly siblings: Siblings;
}

/** The opened stores with all their services; `close` releases all of them. */
interface Composition {
  /** Those of the default repository. */
  readonly services: Services;
  readonly node: NodeIdentity;
  /** Requests are to go to other servers from now on, and their jobs, too. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * Opens the stores and builds the services.
 *
 * @throws AppError content-model.invalid, directory.invalid, workflow.invalid, store.*; ConfigError for schedules that
 *   cannot run, when the address to listen on is open to others and the Administrator has the
 *   well-known initial password, and when the server does not fit the other nodes of the store
 */
export async function compose(
  config: Config,
  log?: Logger,
  place?: ProcessPlace,
): Promise<Composition> {
  const logger = log ?? createLogger(config.logLevel, config.logFormat);
  const schedules = await readSchedules(config);
  const definitions = await readDefinitions(config);
  const opened: OpenedStore[] = [];
  try {
    const stores: RepositoryStore[] = [];
    const { serverId } = place ?? {};
    const store = await openAsNode(config, logger, { definitions, stores, serverId });
    opened.push(store);
    const { node } = store;
    await refuseKnownPassword(config, store.database);
    const onlyAnswers = place?.onlyAnswers ?? false;
    if (!onlyAnswers) await prepareStore(store, config, logger);
    const shared = { ...(await createShared(store, config, logger)), onlyAnswers };
    const main = await composeRepository(store, shared);
    await requireRunnable(main, schedules);
    const group = await beginStoreGroup(store, {
      config,
      log: logger,
      definitions,
      opened,
      stores,
      onlyAnswers,
    });
    const others = await composeOthers(main, group);
    if (!onlyAnswers) await removeLeftFolders();
    const server = await createServerServices(main, { node, place, copies: group.copies });
    await group.copies.start();
    const { services, work } = startRepositories([main, ...others], server, schedules);
    const drain = (): void => {
      services.readiness.drain();
      if (!node.cluster) return;
      node.cluster.change('draining');
      for (const each of work) each.drain();
    };
    const close = async (): Promise<void> => {
      await server.releases.settled();
      for (const each of work) await each.stop();
      // Not before: a job whose conversion ends without a signal to the job has failed.
      server.workshop.close();
      await server.rateLimits.close();
      await group.copies.stop();
      await server.authenticator.settle();
      for (const { auditTrail } of server.repositories.values()) await auditTrail.settle();
      await closeAll(opened);
    };
    return { services, node, drain, close };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

async function closeAll(stores: readonly OpenedStore[]): Promise<void> {
  for (const store of stores.toReversed()) await store.close();
}

async function composeOthers(
  main: ComposedRepository,
  group: StoreGroup,
): Promise<readonly ComposedRepository[]> {
  const others: ComposedRepository[] = [];
  for (const { name } of group.config.repositories) {
    const store = await openOtherStore(name, group);
    const config = present(configOfRepository(group.config, name), name);
    const shared = { ...main.shared, config };
    const compose = () => composeRepository(store, shared, main.services.automation);
    others.push(await namingRepository(name, compose));
  }
  return others;
}

/**
 * The schedules of a repository beside the default one: those of the server's own work. Operations of
 * configured schedules, and the check of users, are for the default repository.
 */
function schedulesOfOthers(schedules: readonly Schedule[]): readonly Schedule[] {
  return schedules.filter(({ operation, kind }) => operation === null && kind !== sourceUsersKind);
}

/** Begins the work behind requests, and adds each repository to those of the server. */
function startRepositories(
  [main, ...others]: readonly [ComposedRepository, ...ComposedRepository[]],
  server: OpenServer,
  schedules: readonly Schedule[],
): { readonly services: Services; readonly work: readonly RunningWork[] } {
  const { sourceVerifier, repositories } = server;
  const work: RunningWork[] = [];
  const start = (each: ComposedRepository, own: readonly Schedule[]): Services => {
    const running = startWork(each, { schedules: own, sourceVerifier });
    const { scheduler, jobKinds } = running;
    const services = { ...server, ...each.services, scheduler, jobKinds };
    work.push(running);
    repositories.set(each.store.repository.repositoryName, services);
    return services;
  };
  const services = start(main, schedules);
  for (const other of others) start(other, schedulesOfOthers(schedules));
  return { services, work };
}

async function createShared(
  { database, repository }: OpenedStore,
  config: Config,
  log: Logger,
): Promise<Omit<SharedParts, 'onlyAnswers'>> {
  const { queryThreads, readConnectionCounts } = database;
  return {
    config,
    log,
    activity: createActivity(),
    errorDisplay: { isExtended: config.extendedErrors },
    workshop: new Workshop({
      processesMax: config.conversionProcesses,
      requestProcessesMax: config.requestConversionProcesses,
    }),
    pageProviders: await loadPageProviders(repository, config.pageProviderFiles),
    mail: await readMailSettings(config),
    counts: {
      queryThreads,
      readConnectionCounts,
      textCounts: new TextCounts(),
      subtreeCounts: new SubtreeCounts(),
      renditionCounts: new RenditionCounts(),
      mediaCounts: new MediaCounts(),
      bulkCounts: new BulkCounts(),
    },
  };
}

/** While the repositories are added. */
type OpenServer = ServerServices & { readonly repositories: Map<string, Services> };

/** What is not of a repository. */
interface OwnParts {
  readonly node: NodeIdentity;
  readonly place: ProcessPlace | undefined;
  readonly copies: SharedCopies;
}

async function createServerServices(
  { store, shared, services }: ComposedRepository,
  { node, place, copies }: OwnParts,
): Promise<OpenServer> {
  const { database, blobs } = store;
  const { config, log, counts, workshop } = shared;
  const rateLimits = new RateLimits({ config, database, log });
  const { auditTrail } = services;
  return {
    config,
    log,
    activity: shared.activity,
    errorDisplay: shared.errorDisplay,
    pageProviders: shared.pageProviders,
    workshop,
    ...(await openSignIn(store, { config, log, auditTrail, rateLimits, guesses: place?.guesses })),
    rateLimits,
    publicAddresses: new PublicAddresses(config),
    crossOrigin: new CrossOrigin(config),
    metrics: createMetrics({
      ...counts,
      workCounts: workshop.counts,
      refusals: rateLimits.refusals,
    }),
    registration: new RegistrationStatus({ config, database, log }),
    releases: new PendingWork(),
    webApplications: await openWebApplications(config, takenNames(routes)),
    ownApplication: await openOwnApplication(),
    playground: await openPlayground(),
    readiness: new Readiness({ database, blobs }),
    nodeId: node.nodeId,
    isInCluster: node.cluster !== undefined,
    siblings: place?.siblings,
    repositories: new Map(),
    sharedCopies: copies,
  };
}

export function createServer(services: Services): FastifyInstance {
  const applications = services.webApplications.flatMap(webApplicationRoutes);
  return createApp(services, [...routes, ...applications]);
}
