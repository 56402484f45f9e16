import type { AutomationServices, Caller } from '../automation/execution.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { defineJobKind, type JobContext, type JobKind } from '../jobs/job-kind.ts';
import { systemPrincipal } from '../model/principal.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import type { WorkflowInstance } from '../model/workflow/workflow-state.ts';
import {
  escalatingModels,
  listRunningInstances,
} from '../repository/workflow/waiting-instances.ts';
import { escalate, isDue, waitingRules } from './escalation.ts';

export const escalationKind = 'escalation';

interface EscalationOptions {
  /** For references to files of this server, see `Caller`. */
  readonly baseUrl: string;
  /** Of each condition and each chain. */
  readonly timeoutMs: number;
}

/** What one run has done. */
interface Outcome {
  escalated: number;
  failed: number;
}

/** Failures of one run that are logged one by one. */
const loggedMax = 20;

/**
 * Evaluates the escalation rules of all nodes that wait. Each rule is a transaction of its own: one
 * that fails is logged, and tried again by the next run.
 */
export function escalationJobKind(
  services: AutomationServices,
  options: EscalationOptions,
): JobKind {
  return defineJobKind({
    kind: escalationKind,
    concurrency: 1,
    attemptsMax: 3,
    parse: () => undefined,
    run: async (job) => {
      const work = { ...services, database: job.database };
      const caller = callerOf(options, job.signal);
      const outcome: Outcome = { escalated: 0, failed: 0 };
      const models = await job.database.read(escalatingModels);
      for (const [digest, model] of models) {
        for await (const instance of runningInstances(job, digest)) {
          await escalateInstance({ services: work, caller, job, outcome }, instance, model);
        }
      }
      if (outcome.escalated + outcome.failed > 0) job.log.info(outcome, 'escalated workflows');
    },
  });
}

function callerOf({ baseUrl, timeoutMs }: EscalationOptions, signal: AbortSignal): Caller {
  return {
    principal: systemPrincipal,
    baseUrl,
    timeoutMs,
    keepsBatches: false,
    isSecure: true,
    signal,
  };
}

async function* runningInstances(
  { database, signal }: JobContext,
  digest: string,
): AsyncGenerator<WorkflowInstance> {
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const position = after;
    const page = await database.read((handle) =>
      listRunningInstances(handle, { digest, after: position }),
    );
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

interface Escalating {
  readonly services: AutomationServices;
  readonly caller: Caller;
  readonly job: Pick<JobContext, 'log' | 'signal'>;
  readonly outcome: Outcome;
}

async function escalateInstance(
  { services, caller, job, outcome }: Escalating,
  instance: WorkflowInstance,
  model: WorkflowModel,
): Promise<void> {
  for (const rule of waitingRules(instance, model)) {
    job.signal.throwIfAborted();
    try {
      if (!(await isDue(services, caller, { instance, model, waiting: rule }))) continue;
      if (await escalate(services, caller, rule)) outcome.escalated += 1;
    } catch (error) {
      job.signal.throwIfAborted();
      // It has been removed meanwhile.
      if (isAppError(error, 'workflow.not-found')) continue;
      outcome.failed += 1;
      if (outcome.failed > loggedMax) continue;
      job.log.warn(
        { err: error, workflowId: rule.instanceId, rule: rule.ruleId },
        'an escalation failed',
      );
    }
  }
}
