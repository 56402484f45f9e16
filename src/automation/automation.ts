import { readFile } from 'node:fs/promises';
import { AppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';
import type { BlobServices } from '../repository/blobs.ts';
import type { RepositoryContext } from '../repository/session.ts';
import { AccessRules } from './access-rules.ts';
import type { ChainDefinition } from './chain.ts';
import { type OperationsConfiguration, parseOperationsFile } from './configuration.ts';
import type { Operation } from './define.ts';
import type { AutomationServices } from './execution.ts';
import { OperationRegistry } from './registry.ts';

/** The operation service of a server: what there is to run, and who may run it. */
export interface Automation extends AutomationServices {
  readonly accessRules: AccessRules;
}

export interface AutomationInput extends BlobServices {
  readonly repository: RepositoryContext;
  readonly log: Logger;
  readonly operations: readonly Operation[];
  /** The chains that come with the program. */
  readonly chains: readonly ChainDefinition[];
  /** Files that add chains and restrictions. */
  readonly files: readonly string[];
}

/** @throws AppError operations.invalid */
export async function createAutomation(input: AutomationInput): Promise<Automation> {
  const { database, blobs, repository, log, operations } = input;
  const configured = await Promise.all(input.files.map(readOperationsFile));
  const chains = [...input.chains, ...configured.flatMap((file) => file.chains)];
  const registry = new OperationRegistry(operations, chains);
  reportUnknownSteps(registry, log);
  const restrictions = configured.flatMap((file) => file.restrictions);
  const hidden = configured.flatMap((file) => file.hidden);
  for (const name of [...hidden, ...restrictions.map(({ operation }) => operation)]) {
    if (registry.find(name)) continue;
    throw new AppError('operations.invalid', `There is no operation or chain ${name} to restrict`);
  }
  const accessRules = new AccessRules(restrictions, hidden);
  return { database, blobs, repository, log, registry, accessRules };
}

async function readOperationsFile(path: string): Promise<OperationsConfiguration> {
  try {
    return parseOperationsFile(JSON.parse(await readFile(path, 'utf8')), path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('operations.invalid', `${path}: ${reason}`, { cause });
  }
}

/** The rest of the server works without the chain, whose callers will be told. */
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
