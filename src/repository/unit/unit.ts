import { now } from '../../base/clock.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { DirectoryCatalogue } from '../../model/directory.ts';
import type { EventListenerCatalogue, EventSubject } from '../../model/event-listener.ts';
import type { NotificationCatalogue } from '../../model/notification.ts';
import type { PasswordPolicy } from '../../model/password-policy.ts';
import { type Principal, systemPrincipal } from '../../model/principal.ts';
import type { WorkflowModels } from '../../model/workflow/workflow-models.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { AclCache } from './acl-cache.ts';
import { KnownRows } from './known-rows.ts';
import type { PageCursors } from './page-cursors.ts';
import type { RecentDocuments } from './recent-documents.ts';

/**
 * The definitions and settings of a repository; one per repository and process. The content model, the
 * directories and the settings are read when the process starts: a change of them needs a restart.
 */
export interface RepositoryContext {
  /** As it is in addresses and entities. */
  readonly repositoryName: string;
  readonly model: ContentModel;
  readonly acls: AclCache;
  readonly cursors: PageCursors;
  readonly recent: RecentDocuments;
  readonly directories: DirectoryCatalogue;
  /** Whether events are recorded in the audit; see `auditEnabled`. */
  readonly isAudited: boolean;
  /** Whether documents are found by their words; see `fulltextEnabled`. */
  readonly hasFulltext: boolean;
  /** Whether the text on pictures is recognized; see `ocrLanguages`. */
  readonly readsPictures?: boolean;
  /** Requirements for new passwords; see `passwordMinLength`. */
  readonly passwords: PasswordPolicy;
  /**
   * A change of a folder with up to so many documents below it is written to their rows at once;
   * with more it is pending. See `docs/decisions/0012-subtrees.md`.
   */
  readonly writtenAtOnceMax: number;
  /**
   * Bytes of the properties of one document that a change with long values may leave: somewhat more
   * than the largest JSON body (`jsonBodyMaxMegabytes`), as reading and writing the document holds the event loop.
   */
  readonly propertiesBytesMax: number;
  /** What users can subscribe to, and the events that lead to mail. */
  readonly notifications: NotificationCatalogue;
  /** The workflows that users can start; a running one keeps the model it began with. */
  readonly workflowModels: WorkflowModels;
  /** Whether a mail server is configured; without one no mail is stored. See `mailHost`. */
  readonly sendsMail: boolean;
  readonly mailRules: MailRules;
  /** What the configuration runs when something happens to documents. */
  readonly listeners?: ChangeListeners | undefined;
  /** Of all repositories of the server, this one among them: for files that were uploaded to another. */
  readonly stores: readonly RepositoryStore[];
}

/** Where a repository has its rows and contents. */
export interface RepositoryStore {
  readonly repositoryName: string;
  readonly database: Database;
  readonly blobs: BlobStore;
}

/** An event that listeners may follow. */
export interface FollowedEvent {
  readonly eventId: string;
  readonly documents: readonly (EventSubject & { readonly id: string })[];
  readonly comment: string | null;
  readonly properties?: Readonly<Record<string, string>>;
  /** It is about no document. */
  readonly isPlain?: boolean;
}

export interface ChangeListeners {
  readonly catalogue: EventListenerCatalogue;
  /** Lets them run once the unit is committed. */
  follow(unit: WriteUnit, event: FollowedEvent): Promise<void>;
  /** For units of a listener: what they do does not lead to the same listener again. */
  causedBy(listenerIds: readonly string[]): ChangeListeners;
}

/** Settings of mail that callers are told about. */
interface MailRules {
  /** Of all files of one mail. */
  readonly attachmentsBytesMax: number;
  readonly invitationDays: number;
  /** Names of the texts of mails. */
  readonly templates: ReadonlySet<string>;
}

/** The parts of listed documents that a response shows. */
export interface Listing {
  /** Names of schemas, `*` among them for all. */
  readonly schemas: readonly string[];
  /** Values of other schemas are read up to so many bytes. */
  readonly valueBytesMax: number;
  /** Or up to an equal share of this, where that is more. */
  readonly sharedBytesMax?: number;
}

/** Values that were not requested are read up to this size, as rules and enrichers use some. */
export const unseenValueBytesMax = 16 * 1024;

/** On whose behalf a unit of work acts, and when: the context of rules that do not read the store. */
export interface UnitContext extends RepositoryContext {
  readonly principal: Principal;
  /** One instant for the whole unit. */
  readonly nowMs: number;
  /** The user for whom the server acts with more rights; named in the audit. */
  readonly actingFor?: string;
  /**
   * For documents that are only shown: lists do not read large values that are not shown. Such
   * documents are never written, see `saveContent`. Without it all values are read.
   */
  readonly listing?: Listing;
}

/**
 * One unit of work: the store within it, on whose behalf, when, and its caches. It ends with the
 * callback that receives it. See `docs/decisions/0010-units.md`.
 */
export interface Unit<Handle extends ReadHandle = ReadHandle> extends UnitContext {
  readonly handle: Handle;
  readonly known: KnownRows;
}

export type ReadUnit = Unit<ReadHandle>;
export type WriteUnit = Unit<WriteHandle>;

export function createUnitContext(context: RepositoryContext, principal: Principal): UnitContext {
  return {
    repositoryName: context.repositoryName,
    model: context.model,
    acls: context.acls,
    cursors: context.cursors,
    recent: context.recent,
    directories: context.directories,
    isAudited: context.isAudited,
    hasFulltext: context.hasFulltext,
    readsPictures: context.readsPictures ?? false,
    passwords: context.passwords,
    writtenAtOnceMax: context.writtenAtOnceMax,
    propertiesBytesMax: context.propertiesBytesMax,
    notifications: context.notifications,
    workflowModels: context.workflowModels,
    sendsMail: context.sendsMail,
    mailRules: context.mailRules,
    listeners: context.listeners,
    stores: context.stores,
    principal,
    nowMs: now(),
  };
}

/** A unit in a transaction or a read that was opened for it. */
export function unitOn<Handle extends ReadHandle>(
  handle: Handle,
  context: UnitContext,
  known: KnownRows = new KnownRows(),
): Unit<Handle> {
  return { ...context, handle, known };
}

/**
 * As `unitOn`, with the present instant: a permission may have ended since the context was made, for
 * example while an execution waited for the writer.
 */
export function unitAtPresent<Handle extends ReadHandle>(
  handle: Handle,
  context: UnitContext,
): Unit<Handle> {
  return unitOn(handle, { ...context, nowMs: now() });
}

export function createUnit<Handle extends ReadHandle>(
  handle: Handle,
  context: RepositoryContext,
  principal: Principal,
): Unit<Handle> {
  return unitOn(handle, createUnitContext(context, principal));
}

/** The server itself: no permission is checked. */
export function createSystemUnit<Handle extends ReadHandle>(
  handle: Handle,
  context: RepositoryContext,
): Unit<Handle> {
  return createUnit(handle, context, systemPrincipal);
}

/** The same unit with all rights: changes are recorded as made by the present user. */
export function actingAsSystem<Handle extends ReadHandle>(unit: Unit<Handle>): Unit<Handle> {
  return { ...unit, principal: systemPrincipal, actingFor: unit.principal.username };
}

/** The same unit for lists of documents of which only a part is shown; null for all of it. */
export function showing<Handle extends ReadHandle>(
  unit: Unit<Handle>,
  listing: Listing | null,
): Unit<Handle> {
  return listing ? { ...unit, listing } : unit;
}

/** For lists of documents whose content does not matter. */
export function withoutLargeValues<Handle extends ReadHandle>(unit: Unit<Handle>): Unit<Handle> {
  return showing(unit, { schemas: [], valueBytesMax: unseenValueBytesMax });
}
