import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { defineJobKind, type JobContext, type JobKind } from '../../jobs/job-kind.ts';
import {
  type ListenerPayload,
  listenerKind,
  listenerPayloadSchema,
} from '../../jobs/listeners/listener-jobs.ts';
import type { EventListener } from '../../model/event-listener.ts';
import { type Principal, systemPrincipal } from '../../model/principal.ts';
import { findDocumentsById } from '../../repository/documents/find-many.ts';
import { loadPrincipal } from '../../repository/principals/principals.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import type { Automation } from '../automation.ts';
import { executeWork } from '../executor.ts';
import type { OperationContext } from '../operation-context.ts';
import { fromJson, UnloadedDocument, type Value } from '../values.ts';
import { eventValue, eventVariable } from './event-value.ts';

interface ListenerOptions {
  /** For references to files of this server, see `Caller`. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** What would make all runs fail, such as an unknown operation. */
export function findListenerProblems({
  registry,
  repository,
}: Pick<Automation, 'registry' | 'repository'>): readonly string[] {
  return (repository.listeners?.catalogue.all ?? [])
    .filter(({ operation }) => !registry.find(operation))
    .map(({ id, operation }) => `listener ${id}: there is no operation or chain ${operation}`);
}

/**
 * Runs the listeners of events. The changes of the operation and the end of the job are one commit: it
 * is done once, unless the operation commits earlier by itself.
 */
export function listenerJobKind(automation: Automation, options: ListenerOptions): JobKind {
  return defineJobKind({
    kind: listenerKind,
    concurrency: 4,
    attemptsMax: 5,
    parse: (value) => listenerPayloadSchema.parse(value),
    isFinal: (error) => isAppError(error) && error.status < 500 && error.status !== 409,
    run: (job, payload) => runListener(automation, job, payload, options),
  });
}

async function runListener(
  automation: Automation,
  job: JobContext,
  payload: ListenerPayload,
  settings: ListenerOptions,
): Promise<void> {
  const { repository } = automation;
  const { listeners } = repository;
  const listener = listeners?.catalogue.find(payload.listenerId);
  // It was removed from the configuration since.
  if (!listener) return;
  const services = {
    ...automation,
    database: job.database,
    repository: { ...repository, listeners: listeners?.causedBy(payload.causes) },
  };
  const principal = await principalOf(job, listener, payload);
  const input = await inputOf(services, payload);
  const caller = { principal, ...settings, keepsBatches: false, signal: job.signal };
  await executeWork(services, caller, async (context) => {
    await runIfWanted(context, listener, { input, event: eventValue(payload) });
    await context.write((unit) => job.complete(unit.handle));
  });
}

/** @throws AppError permission.denied for a user who is gone */
async function principalOf(
  { database }: JobContext,
  listener: EventListener,
  payload: ListenerPayload,
): Promise<Principal> {
  const username = listener.username ?? payload.username;
  if (username === null) return systemPrincipal;
  const principal = await database.read((handle) => loadPrincipal(handle, username));
  if (principal) return principal;
  throw new AppError('permission.denied', `there is no user ${username}`);
}

/** None for a document that is gone, so that listeners can follow removals. */
async function inputOf(
  { database, repository }: Pick<Automation, 'database' | 'repository'>,
  { documentId }: ListenerPayload,
): Promise<Value> {
  if (documentId === null) return null;
  const found = await database.readLatest((handle) =>
    findDocumentsById(createSystemUnit(handle, repository), [documentId]),
  );
  return found.length === 0 ? null : new UnloadedDocument({ id: documentId as DocumentId });
}

interface ListenerInput {
  readonly input: Value;
  readonly event: Value;
}

/** Runs the operation of a listener if its condition is true; callers need not be allowed to call it. */
export async function runIfWanted(
  context: OperationContext,
  listener: EventListener,
  { input, event }: ListenerInput,
): Promise<void> {
  const { condition, operation } = listener;
  const loaded = input instanceof UnloadedDocument ? await context.load(input.reference) : input;
  const variables = new Map<string, Value>([[eventVariable, event]]);
  const scope = context.within({ input: loaded, variables });
  if (condition !== null && (await scope.evaluate(condition)) !== true) return;
  const params = new Map(
    Object.entries(listener.params).map(([name, value]) => [name, fromJson(value) as unknown]),
  );
  await scope.run(operation, { input: loaded, params, isolates: true });
}
