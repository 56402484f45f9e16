import type { OperationDescriptor, ParamDescriptor } from '../entities/operation-entity.ts';
import type { AccessRules } from './access-rules.ts';
import type { Automation } from './automation.ts';
import type { ChainDefinition } from './chain.ts';
import type { Operation, ParamDefinition, ParamDefinitions } from './define.ts';
import type { OperationRegistry, Runnable } from './registry.ts';

/** The operations that are visible to callers from outside. */
export function describeExposed({
  registry,
  accessRules,
}: Pick<Automation, 'registry'> & { accessRules: Pick<AccessRules, 'isHidden'> }) {
  const describe = (runnables: readonly Runnable[]) =>
    runnables
      .filter((runnable) => !accessRules.isHidden(runnable))
      .map((runnable) => describeRunnable(registry, runnable));
  return {
    operations: describe(
      registry.operations.map((operation) => ({ kind: 'operation', operation })),
    ),
    chains: describe(registry.chains.map((chain) => ({ kind: 'chain', chain }))),
  };
}

export function describeRunnable(
  registry: OperationRegistry,
  runnable: Runnable,
): OperationDescriptor {
  return runnable.kind === 'operation'
    ? describeOperation(runnable.operation)
    : describeChain(registry, runnable.chain);
}

function describeOperation(operation: Operation): OperationDescriptor {
  return {
    id: operation.id,
    aliases: operation.aliases ?? [],
    label: operation.label,
    category: operation.category,
    requires: operation.requires ?? null,
    description: operation.description,
    since: operation.since ?? null,
    url: operation.id,
    signature: signatureOf(operation),
    params: describeParams(operation.params),
  };
}

export const chainCategory = 'Chain';

function describeChain(registry: OperationRegistry, chain: ChainDefinition): OperationDescriptor {
  return {
    id: chain.id,
    aliases: chain.aliases,
    label: chain.id,
    category: chainCategory,
    requires: null,
    // Contract: a string, also where the definition has none.
    description: chain.description ?? '',
    since: null,
    url: chain.id,
    signature: chainSignature(registry, chain),
    params: describeParams(chain.params),
  };
}

function describeParams(params: ParamDefinitions): ParamDescriptor[] {
  return Object.entries(params).map(([name, param]) => describeParam(name, param));
}

function describeParam(name: string, param: ParamDefinition): ParamDescriptor {
  const { description, type, required, widget = null, order = 0, values = [] } = param;
  return { name, description, type, required, widget, order, values };
}

const listOf: Readonly<Record<string, string>> = { document: 'documents', blob: 'bloblist' };

/** Pairs, each once; a method that loops adds the pair for lists after its own. */
function signatureOf({ methods }: Operation): string[] {
  const pairs = new Map<string, readonly [string, string]>();
  const add = (input: string, output: string): void => {
    const key = `${input} ${output}`;
    if (!pairs.has(key)) pairs.set(key, [input, output]);
  };
  for (const { input, output, loops } of methods) {
    add(input, output);
    if (loops) add(listOf[input] ?? 'list', listOf[output] ?? output);
  }
  return [...pairs.values()].flat();
}

const chainSignatures = new WeakMap<OperationRegistry, Map<string, readonly string[]>>();

/** Each chain is evaluated once, even if it is a step of several others or of itself. */
function chainSignature(registry: OperationRegistry, chain: ChainDefinition): readonly string[] {
  const known = chainSignatures.get(registry) ?? new Map<string, readonly string[]>();
  chainSignatures.set(registry, known);
  const found = known.get(chain.id);
  if (found) return found;
  // The result of a chain that calls itself while it is evaluated: it never ends.
  known.set(chain.id, ['void', 'void']);
  const signature = followSteps(registry, chain);
  known.set(chain.id, signature);
  return signature;
}

/** The inputs of the first step, each with the output of the last step. */
function followSteps(registry: OperationRegistry, chain: ChainDefinition): string[] {
  const [first] = chain.steps;
  const inputs = first ? pairsOf(registry, first.operation).map(([input]) => input) : ['void'];
  return [...new Set(inputs)].flatMap((input) => [
    input,
    chain.steps.reduce((kind, step) => outputFor(registry, step.operation, kind), input),
  ]);
}

function pairsOf(registry: OperationRegistry, name: string): [string, string][] {
  const runnable = registry.find(name);
  if (!runnable) return [['void', 'void']];
  const signature =
    runnable.kind === 'operation'
      ? signatureOf(runnable.operation)
      : chainSignature(registry, runnable.chain);
  return signature.flatMap((input, index) =>
    index % 2 === 0 ? [[input, signature[index + 1] ?? 'void'] as [string, string]] : [],
  );
}

/** An operation without output passes its input's kind on. */
function outputFor(registry: OperationRegistry, name: string, input: string): string {
  const pairs = pairsOf(registry, name);
  const pair = pairs.find(([kind]) => kind === input) ?? pairs.find(([kind]) => kind === 'void');
  const output = (pair ?? pairs[0])?.[1] ?? 'void';
  return output === 'void' ? input : output;
}
