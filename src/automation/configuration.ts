import { z } from 'zod';
import { AppError } from '../base/errors/app-error.ts';
import { describeIssue } from '../base/errors/problem-list.ts';
import type { Restriction } from './access-rules.ts';
import type { ChainDefinition } from './chain.ts';
import { type ParamDefinition, type ParamType, paramTypes } from './define.ts';
import type { UiAction } from './ui-action.ts';

/** The content of a configuration file for operations. */
export interface OperationsConfiguration {
  /** The file, for messages. */
  readonly source: string;
  readonly chains: readonly ChainDefinition[];
  /** Ids of disabled chains of other files. */
  readonly disabledChains: readonly string[];
  readonly restrictions: readonly Restriction[];
  readonly hidden: readonly string[];
  readonly actions: readonly UiAction[];
  /** Ids of actions of other files that are removed. */
  readonly disabledActions: readonly string[];
}

const id = z
  .string()
  .regex(/^[^/?#\s@](?:[^/?#@]{0,198}[^/?#\s@])?$/, 'use 1 to 200 characters without / ? # @');

const paramFile = z.strictObject({
  name: z.string().min(1),
  type: z.enum(paramTypes),
  description: z.string().default(''),
  required: z.boolean().default(false),
  order: z.number().int().default(0),
  values: z.array(z.string()).default([]),
});

const chainFile = z.strictObject({
  id,
  aliases: z.array(id).default([]),
  description: z.string().nullable().default(null),
  enabled: z.boolean().default(true),
  params: z.array(paramFile).default([]),
  steps: z.array(
    z.strictObject({
      operation: z.string().min(1),
      params: z.record(z.string(), z.json()).default({}),
    }),
  ),
});

const restrictionFile = z.strictObject({
  operation: z.string().min(1),
  disabled: z.boolean().default(false),
  secure: z.boolean().default(false),
  administrators: z.boolean().default(false),
  users: z.array(z.string()).default([]),
  groups: z.array(z.string()).default([]),
});

const inLanguages = z.union([
  z.string().transform((text) => ({ en: text })),
  z.record(z.string().regex(/^[A-Za-z]{2}(?:[-_][A-Za-z]{2})?$/), z.string()),
]);
const names = z.array(z.string().min(1)).default([]);

const actionFile = z.strictObject({
  id,
  categories: z.array(z.string().min(1)).min(1),
  link: z.string().default(''),
  icon: z.string().default(''),
  label: inLanguages.default({}),
  help: inLanguages.default({}),
  properties: z.record(z.string(), z.json()).default({}),
  order: z.number().int().default(0),
  types: names,
  facets: names,
  permission: z.string().min(1).nullable().default(null),
  groups: names,
  enabled: z.boolean().default(true),
});

const operationsFile = z.strictObject({
  actions: z.array(actionFile).max(10_000).default([]),
  chains: z.array(chainFile).default([]),
  restrictions: z.array(restrictionFile).default([]),
  hidden: z.array(z.string()).default([]),
});

/**
 * Reads the content of a configuration file. `source` names it in messages.
 *
 * @throws AppError operations.invalid naming the position and the problem
 */
export function parseOperationsFile(json: unknown, source: string): OperationsConfiguration {
  const parsed = operationsFile.safeParse(json);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(describeIssue);
    throw new AppError('operations.invalid', `${source}: ${problems.join('; ')}`);
  }
  const { actions, chains, restrictions, hidden } = parsed.data;
  return {
    source,
    chains: chains.filter(({ enabled }) => enabled).map((chain) => toChain(chain, source)),
    disabledChains: chains.flatMap(({ enabled, id: chainId }) => (enabled ? [] : [chainId])),
    restrictions,
    hidden,
    actions: actions.flatMap(({ enabled, ...action }) => (enabled ? [action] : [])),
    disabledActions: actions.flatMap((action) => (action.enabled ? [] : [action.id])),
  };
}

function toChain(chain: z.infer<typeof chainFile>, source: string): ChainDefinition {
  return {
    source,
    id: chain.id,
    aliases: chain.aliases,
    description: chain.description,
    params: Object.fromEntries(chain.params.map((param) => [param.name, toParam(param)])),
    steps: chain.steps.map((step) => ({
      operation: step.operation,
      params: new Map(Object.entries(step.params)),
    })),
  };
}

function toParam(param: z.infer<typeof paramFile>): ParamDefinition {
  const { description, required, order, values } = param;
  return { type: param.type as ParamType, description, required, order, values, default: null };
}
