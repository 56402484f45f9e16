import { AppError } from '../base/errors/app-error.ts';
import { notBuilt, unbuilt } from '../model/unbuilt.ts';
import type { ChainDefinition } from './chain.ts';
import type { Operation } from './define.ts';

export type Runnable =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'chain'; readonly chain: ChainDefinition };

export function idOf(runnable: Runnable): string {
  return runnable.kind === 'operation' ? runnable.operation.id : runnable.chain.id;
}

const chainPrefix = 'Chain.';

function withoutPrefix(name: string): string {
  return name.startsWith(chainPrefix) ? name.slice(chainPrefix.length) : name;
}

/** Every operation and chain by id and alias; immutable after start. */
export class OperationRegistry {
  readonly operations: readonly Operation[];
  readonly chains: readonly ChainDefinition[];
  readonly #byName = new Map<string, Runnable>();

  /**
   * A chain replaces an earlier one of the same id, and cannot take the name of an operation.
   *
   * @throws AppError operations.invalid
   */
  constructor(operations: readonly Operation[], chains: readonly ChainDefinition[]) {
    const latest = new Map(chains.map((chain) => [chain.id, chain]));
    this.operations = operations;
    this.chains = [...latest.values()];
    for (const operation of operations) {
      this.#add({ kind: 'operation', operation }, [operation.id, ...(operation.aliases ?? [])]);
    }
    for (const chain of this.chains) {
      this.#add({ kind: 'chain', chain }, [chain.id, ...chain.aliases]);
    }
  }

  /** By id or alias, with or without the prefix `Chain.`. */
  find(name: string): Runnable | undefined {
    const direct = this.#byName.get(name);
    return direct ?? this.#byName.get(withoutPrefix(name));
  }

  /** @throws AppError operation.not-found, server.not-implemented for those not built yet */
  get(name: string): Runnable {
    const found = this.find(name);
    if (found) return found;
    if (unbuilt.operations.has(withoutPrefix(name))) throw notBuilt(`The operation ${name}`);
    throw new AppError('operation.not-found', `Failed to invoke operation: ${name.slice(0, 200)}`);
  }

  #add(runnable: Runnable, names: readonly string[]): void {
    for (const name of new Set(names)) {
      const taken = this.#byName.get(name);
      if (taken) {
        const source = runnable.kind === 'chain' ? runnable.chain.source : undefined;
        throw new AppError(
          'operations.invalid',
          `${source === undefined ? '' : `${source}: `}${idOf(runnable)}: the name ${name} already belongs to ${idOf(taken)}; use another`,
        );
      }
      this.#byName.set(name, runnable);
    }
  }
}
