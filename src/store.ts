import { passwordPolicyOf, requireFirstPassword } from './authentication/known-password.ts';
import { now } from './base/clock.ts';
import { AppError } from './base/errors/app-error.ts';
import { readJsonFile } from './base/json-file.ts';
import type { Logger } from './base/log.ts';
import { defaultRepository } from './base/repository-name.ts';
import type { Config } from './config/settings.ts';
import { prepareDataFolder, prepareRecordsFolder } from './data-folder.ts';
import { settleWords } from './jobs/fulltext/settle-words.ts';
import { ListenerJobs } from './jobs/listeners/listener-jobs.ts';
import { templateNames } from './mail/mail-texts.ts';
import { readMailTexts } from './mail-settings.ts';
import type { ContentModel } from './model/content-model.ts';
import {
  buildContentModel,
  defaultModelFile,
  defaultVariablesFile,
  loadDefaultModel,
  parseModelFile,
  recordModelFile,
} from './model/content-model-file.ts';
import type { DirectoryCatalogue } from './model/directory.ts';
import {
  buildDirectoryCatalogue,
  defaultDirectoryFile,
  loadDefaultDirectories,
  parseDirectoryFile,
} from './model/directory-file.ts';
import type { EventListenerCatalogue } from './model/event-listener.ts';
import { buildListenerCatalogue, parseListenerFile } from './model/event-listener-file.ts';
import type { NotificationCatalogue } from './model/notification.ts';
import { buildNotificationCatalogue, parseNotificationFile } from './model/notification-file.ts';
import { variableSchemas } from './model/workflow/variable-schemas.ts';
import { loadDefaultWorkflows } from './model/workflow/workflow-file.ts';
import type { WorkflowModels } from './model/workflow/workflow-models.ts';
import { openBlobs } from './open-blobs.ts';
import { openDatabase } from './open-database.ts';
import type { BlobServices } from './repository/attachments/blobs.ts';
import { ownsContents, requireOwnContents } from './repository/attachments/content-owner.ts';
import { requestNewTypes } from './repository/attachments/record-requests.ts';
import { refuseCopies } from './repository/copies/copy-state.ts';
import { loadDirectories } from './repository/directories/load-directories.ts';
import { ensureInitialContent } from './repository/editing/initial-content.ts';
import {
  ensureDefaultPrincipals,
  hasNoPrincipals,
} from './repository/principals/default-principals.ts';
import { hashPassword } from './repository/principals/passwords.ts';
import { AclCache } from './repository/unit/acl-cache.ts';
import { PageCursors } from './repository/unit/page-cursors.ts';
import { RecentDocuments } from './repository/unit/recent-documents.ts';
import {
  createSystemUnit,
  type RepositoryContext,
  type RepositoryStore,
} from './repository/unit/unit.ts';
import type { Database } from './storage/database.ts';
import { migrations } from './storage/migrations/index.ts';
import { migrate } from './storage/migrations/migrate.ts';
import { findCopyState } from './storage/transfer/copy-progress.ts';
import { readWorkflowModels, requireKnownNames } from './workflow-files.ts';

/**
 * A store with its content model and directories: what commands need without a server. Nothing of
 * the server is imported here, as each command would load it.
 */
export interface OpenedStore extends BlobServices {
  readonly repository: RepositoryContext;
  close(): Promise<void>;
}

/** What files of the configuration define; the repositories of a server share it. */
export interface Definitions {
  readonly model: ContentModel;
  readonly directories: DirectoryCatalogue;
  readonly notifications: NotificationCatalogue;
  readonly listeners: ListenerJobs;
  readonly workflowModels: WorkflowModels;
  /** Names of the texts of mails. */
  readonly templates: ReadonlySet<string>;
}

/**
 * @throws AppError content-model.invalid, directory.invalid, notification.invalid, listener.invalid,
 *   workflow.invalid
 */
export async function readDefinitions(config: Config): Promise<Definitions> {
  const workflowModels = await readWorkflowModels(config.workflowFiles);
  const model = await loadModel(config, workflowModels);
  const directories = await loadCatalogue(config.directoryFiles);
  const notifications = await loadNotifications(config.notificationFiles);
  const listeners = new ListenerJobs(await loadListeners(config.listenerFiles));
  const templates = templateNames(await readMailTexts(config.mailTemplateFiles));
  requireKnownNames(workflowModels, { content: model, templates });
  return { model, directories, notifications, listeners, workflowModels, templates };
}

export interface StoreOptions {
  /** Those of `readDefinitions` where they have been read. */
  readonly definitions?: Definitions;
  /** Of the repository in the store. */
  readonly name?: string;
  /** Of the server; the opened one is added. */
  readonly stores?: RepositoryStore[];
}

/**
 * Opens the configured store at the program's revision. It may still be empty: see `prepareStore`.
 *
 * @throws AppError store.*; as `readDefinitions`
 */
export async function openStore(
  config: Config,
  log?: Logger,
  { definitions, name = defaultRepository, stores = [] }: StoreOptions = {},
): Promise<OpenedStore> {
  const known = definitions ?? (await readDefinitions(config));
  const folder = await prepareDataFolder(config);
  const recordsFolder = await prepareRecordsFolder(config);
  const database = await openDatabase(config, { folder, log });
  try {
    await migrate(database, migrations);
    await refuseUnfinishedCopy(database);
    const blobs = await openBlobs(config, { folder, recordsFolder }, database);
    const repository = { repositoryName: name, stores, ...contextOf(config, known) };
    stores.push({ repositoryName: name, database, blobs });
    return { database, blobs, repository, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Rows and files are lacking, and indexes with them. */
async function refuseUnfinishedCopy(database: Database): Promise<void> {
  if ((await database.read(findCopyState)) === undefined) return;
  throw new AppError('store.unfinished-copy');
}

function contextOf(
  config: Config,
  { templates, ...definitions }: Definitions,
): Omit<RepositoryContext, 'repositoryName' | 'stores'> {
  return {
    ...definitions,
    acls: new AclCache(),
    cursors: new PageCursors(),
    recent: new RecentDocuments(config.documentCacheMegabytes * 2 ** 20),
    isAudited: config.auditEnabled,
    hasFulltext: config.fulltextEnabled,
    readsPictures: config.ocrLanguages.length > 0,
    passwords: passwordPolicyOf(config),
    writtenAtOnceMax: config.subtreeWrittenAtOnce,
    // A document of the largest body has room for what the server adds.
    propertiesBytesMax: config.jsonBodyMaxMegabytes * 1.125 * 2 ** 20,
    sendsMail: config.mailHost !== null,
    mailRules: {
      attachmentsBytesMax: config.mailAttachmentsMaxMegabytes * 2 ** 20,
      invitationDays: config.invitationDays,
      templates,
    },
  };
}

/**
 * Gives an empty store its first users, documents and directory entries.
 *
 * @throws AppError store.mismatch for a database or files of another kind of repository, or of another one
 */
export async function prepareStore(
  { database, blobs, repository }: OpenedStore,
  config: Config,
  log: Logger,
): Promise<void> {
  const isDefault = repository.repositoryName === defaultRepository;
  if (isDefault) {
    await refuseCopies(database);
    await ensureAccounts(config, database, log);
  }
  if (!isDefault) await requireOwnContents({ database, blobs });
  await database.write(async (handle) => {
    await ensureInitialContent(createSystemUnit(handle, repository));
    await loadDirectories(handle, repository.directories);
  });
  await settleWords({ database, repository });
  await requestNewTypes(database, repository, now());
  if (isDefault && !(await ownsContents({ database, blobs }))) {
    log.warn('the stored files belong to another database: contents that nothing names will stay');
  }
}

async function loadCatalogue(files: readonly string[]): Promise<DirectoryCatalogue> {
  if (files.length === 0) return loadDefaultDirectories();
  const parsed = await Promise.all(files.map(readDirectoryFile));
  return buildDirectoryCatalogue([defaultDirectoryFile, ...parsed]);
}

async function readDirectoryFile(path: string) {
  try {
    return await parseDirectoryFile(await readJsonFile(path), path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('directory.invalid', `directoryFiles, ${path}: ${reason}`, { cause });
  }
}

async function loadNotifications(files: readonly string[]): Promise<NotificationCatalogue> {
  return buildNotificationCatalogue(await Promise.all(files.map(readNotificationFile)));
}

async function readNotificationFile(path: string) {
  const source = `notificationFiles, ${path}`;
  try {
    return parseNotificationFile(await readJsonFile(path), source);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('notification.invalid', `${source}: ${reason}`, { cause });
  }
}

async function loadListeners(files: readonly string[]): Promise<EventListenerCatalogue> {
  return buildListenerCatalogue(await Promise.all(files.map(readListenerFile)));
}

async function readListenerFile(path: string) {
  const source = `listenerFiles, ${path}`;
  try {
    return parseListenerFile(await readJsonFile(path), source);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('listener.invalid', `${source}: ${reason}`, { cause });
  }
}

/** @throws AppError content-model.invalid, workflow.invalid */
export async function loadContentModel(config: Config): Promise<ContentModel> {
  return loadModel(config, await readWorkflowModels(config.workflowFiles));
}

async function loadModel(
  { contentModelFiles: files, recordsFolder }: Config,
  workflowModels: WorkflowModels,
): Promise<ContentModel> {
  const hasRecords = recordsFolder !== null;
  const hasOwnWorkflows = workflowModels !== loadDefaultWorkflows();
  if (files.length === 0 && !hasRecords && !hasOwnWorkflows) return loadDefaultModel();
  const parsed = await Promise.all(files.map(readModelFile));
  const variables = hasOwnWorkflows ? variableSchemas(workflowModels) : defaultVariablesFile;
  const added = hasRecords ? [recordModelFile] : [];
  return buildContentModel([defaultModelFile, variables, ...added, ...parsed]);
}

async function readModelFile(path: string) {
  try {
    return await parseModelFile(await readJsonFile(path), path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('content-model.invalid', `contentModelFiles, ${path}: ${reason}`, { cause });
  }
}

async function ensureAccounts(config: Config, database: Database, log: Logger): Promise<void> {
  if (!(await database.read(hasNoPrincipals))) return;
  const password = await requireFirstPassword(config);
  const administratorPasswordHash = await hashPassword(password);
  await database.write((handle) => ensureDefaultPrincipals(handle, { administratorPasswordHash }));
  const hint =
    config.administratorPassword === null
      ? `user Administrator, password ${password}`
      : 'user Administrator, the configured password';
  log.info(`created the store: ${hint}`);
}
