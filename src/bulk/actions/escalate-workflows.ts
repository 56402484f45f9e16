import { systemPrincipal } from '../../model/principal.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { modelOf } from '../../repository/workflow/instance-rows.ts';
import { findRunningInstance } from '../../repository/workflow/waiting-instances.ts';
import { escalate, isDue, waitingRules } from '../../workflow/escalation.ts';
import { defineBulkAction } from '../action.ts';

/** Of each condition and each chain. */
const timeoutMs = 300_000;

export const escalateWorkflowsAction = defineBulkAction<null>({
  name: 'documentRoutingEscalation',
  description:
    'Evaluates the escalation rules of workflows that wait; workflows without such a rule that is due are skipped.',
  bucketSize: 100,
  // Each rule that is due is a transaction of its own.
  batchSize: 1,
  isExclusive: true,
  parse: () => null,
  async runApart({ services, items, signal }, settle) {
    const caller = {
      principal: systemPrincipal,
      baseUrl: '',
      timeoutMs,
      keepsBatches: false,
      isSecure: true,
      signal,
    };
    let escalated = 0;
    for (const id of items) {
      const found = await services.database.read(async (handle) => {
        const unit = createSystemUnit(handle, services.repository);
        const instance = await findRunningInstance(unit, id);
        return instance && { instance, model: await modelOf(unit, instance) };
      });
      if (!found) continue;
      for (const rule of waitingRules(found.instance, found.model)) {
        const question = { ...found, waiting: rule };
        if (!(await isDue(services, caller, question))) continue;
        if (await escalate(services, caller, rule)) escalated += 1;
      }
    }
    await services.database.write((handle) =>
      settle(createSystemUnit(handle, services.repository), {
        skipped: escalated === 0 ? items.length : 0,
      }),
    );
  },
});
