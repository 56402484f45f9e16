import { AppError } from '../base/errors/app-error.ts';
import type { ErrorDisplay } from '../base/errors/error-display.ts';
import { readJsonFile } from '../base/json-file.ts';
import type { Logger } from '../base/log.ts';
import type { Workshop } from '../conversion/workshop.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import type { PageProviders } from '../repository/search/page-providers.ts';
import type { RepositoryContext } from '../repository/unit/unit.ts';
import { AccessRules, type Restriction } from './access-rules.ts';
import type { BackgroundWork } from './background-work.ts';
import type { ChainDefinition } from './chain.ts';
import { type OperationsConfiguration, parseOperationsFile } from './configuration.ts';
import type { Operation } from './define.ts';
import type { AutomationServices } from './execution.ts';
import { idOf, OperationRegistry } from './registry.ts';
import { TraceRecorder } from './traces.ts';
import type { TransactionLimits } from './transaction-budget.ts';
import type { UiAction } from './ui-action.ts';

/** The operation service of a server: its operations and chains, and who may run them. */
export interface Automation extends AutomationServices {
  readonly accessRules: AccessRules;
}

export interface AutomationInput extends BlobServices {
  readonly repository: RepositoryContext;
  readonly pageProviders: PageProviders;
  readonly workshop: Workshop;
  readonly log: Logger;
  readonly operations: readonly Operation[];
  /** The built-in chains. */
  readonly chains: readonly ChainDefinition[];
  /** Of built-in chains: those of files replace them. */
  readonly restrictions: readonly Restriction[];
  /** Files that add chains and restrictions. */
  readonly files: readonly string[];
  readonly queryTimeLimitMs: number;
  readonly background: BackgroundWork;
  readonly errorDisplay: ErrorDisplay;
  readonly transactionLimits: TransactionLimits;
}

/** What an automation has of its repository. */
type RepositoryParts = BlobServices & Pick<AutomationInput, 'repository' | 'background'>;

/** @throws AppError operations.invalid */
export async function createAutomation(input: AutomationInput): Promise<Automation> {
  const { database, blobs, repository, pageProviders, log, queryTimeLimitMs, background } = input;
  const { operations, chains, files, errorDisplay, workshop } = input;
  const configured = await Promise.all(files.map(readOperationsFile));
  // Listed one by one: callers pass more, such as the function that closes the store.
  const services = {
    database,
    blobs,
    repository,
    pageProviders,
    workshop,
    log,
    queryTimeLimitMs,
    background,
    errorDisplay,
    traces: new TraceRecorder(),
    uiActions: mergeActions(configured),
    transactionLimits: input.transactionLimits,
  };
  const registry = new OperationRegistry(operations, mergeChains(chains, configured));
  reportUnknownSteps(registry, log);
  // A file may have disabled the chain.
  const restrictions = input.restrictions.filter(({ operation }) => registry.find(operation));
  const hidden: string[] = [];
  for (const file of configured) {
    const idAt = (name: string, place: string): string => getIdAt(registry, { file, name, place });
    for (const [index, rule] of file.restrictions.entries()) {
      const operation = idAt(rule.operation, `restrictions.${index}.operation`);
      restrictions.push({ ...rule, operation });
    }
    hidden.push(...file.hidden.map((name, index) => idAt(name, `hidden.${index}`)));
  }
  const accessRules = new AccessRules(restrictions, hidden);
  return { ...services, registry, accessRules };
}

/** The same operations and chains for another repository of the server. */
export function automationOn(
  automation: Automation,
  { database, blobs, repository, background }: RepositoryParts,
): Automation {
  return { ...automation, database, blobs, repository, background, traces: new TraceRecorder() };
}

/** Files disable earlier chains, or replace them. */
function mergeChains(
  builtIn: readonly ChainDefinition[],
  configured: readonly OperationsConfiguration[],
): readonly ChainDefinition[] {
  const merged = new Map(builtIn.map((chain) => [chain.id, chain]));
  for (const { disabledChains, chains } of configured) {
    for (const id of disabledChains) merged.delete(id);
    for (const chain of chains) merged.set(chain.id, chain);
  }
  return [...merged.values()];
}

/** By their order; a later file replaces actions of earlier ones. */
function mergeActions(configured: readonly OperationsConfiguration[]): readonly UiAction[] {
  const merged = new Map<string, UiAction>();
  for (const { disabledActions, actions } of configured) {
    for (const id of disabledActions) merged.delete(id);
    for (const action of actions) merged.set(action.id, action);
  }
  return [...merged.values()].sort((a, b) => a.order - b.order);
}

/**
 * The id of what a rule names: rules apply under all aliases, and one for an unknown name would
 * protect nothing.
 *
 * @throws AppError operations.invalid
 */
function getIdAt(
  registry: OperationRegistry,
  { file, name, place }: { file: OperationsConfiguration; name: string; place: string },
): string {
  const runnable = registry.find(name);
  if (runnable) return idOf(runnable);
  throw new AppError(
    'operations.invalid',
    `${file.source}: ${place}: there is no operation or chain ${name}`,
  );
}

async function readOperationsFile(path: string): Promise<OperationsConfiguration> {
  try {
    return parseOperationsFile(await readJsonFile(path), path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('operations.invalid', `operationFiles, ${path}: ${reason}`, { cause });
  }
}

/** The server works without the chain; its callers get an error. */
function reportUnknownSteps(registry: OperationRegistry, log: Logger): void {
  for (const chain of registry.chains) {
    for (const { operation } of chain.steps) {
      if (registry.find(operation)) continue;
      log.warn(
        `chain ${chain.id}: there is no operation ${operation}; calling the chain will fail`,
      );
    }
  }
}
