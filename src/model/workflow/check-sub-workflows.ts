import { prefixedExpression, waits } from './node-facts.ts';
import { NodeGraph } from './node-graph.ts';
import type { ReportProblem } from './workflow-format.ts';
import type { WorkflowModel } from './workflow-model.ts';

interface SubWorkflowCheck {
  readonly report: ReportProblem;
  /** All models of the server, by name. */
  readonly models: ReadonlyMap<string, WorkflowModel>;
}

/** Reports sub-workflows that cannot run. Those that expressions name are found when they start. */
export function checkSubWorkflows(model: WorkflowModel, check: SubWorkflowCheck): void {
  const { report, models } = check;
  for (const [index, { subWorkflow }] of model.nodes.entries()) {
    if (!subWorkflow || prefixedExpression(subWorkflow.model) !== null) continue;
    const place = `nodes[${index}].subWorkflow`;
    const called = models.get(subWorkflow.model);
    if (!called) {
      const names = [...models.keys()].join(', ');
      report(`${place}.model`, `there is no model "${subWorkflow.model}"; use one of ${names}`);
      continue;
    }
    const known = new Set(called.variables.map(({ name }) => name));
    for (const name of Object.keys(subWorkflow.variables)) {
      if (known.has(name)) continue;
      report(`${place}.variables.${name}`, `"${called.name}" has no variable of that name`);
    }
  }
  const way = findSelfCall(model, models);
  if (!way) return;
  report('nodes', `the workflow would start itself without a task before: ${way.join(' → ')}`);
}

/** Names of models from one to itself, each started by the one before it until users do something. */
function findSelfCall(
  model: WorkflowModel,
  models: ReadonlyMap<string, WorkflowModel>,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [model.name];
  for (const name of queue) {
    for (const called of startedAtOnce(models.get(name))) {
      if (called === model.name) return wayTo(name, cameFrom).concat(called);
      if (cameFrom.has(called)) continue;
      cameFrom.set(called, name);
      queue.push(called);
    }
  }
  return undefined;
}

function startedAtOnce(model: WorkflowModel | undefined): readonly string[] {
  if (!model) return [];
  const graph = new NodeGraph(model);
  const starts = model.nodes.filter(({ isStart }) => isStart);
  const reached = graph.reachable(starts, ({ source }) => !waits(source));
  return [...reached].flatMap(({ subWorkflow }) =>
    subWorkflow && prefixedExpression(subWorkflow.model) === null ? [subWorkflow.model] : [],
  );
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let name = cameFrom.get(end); name !== undefined; name = cameFrom.get(name)) {
    way.unshift(name);
  }
  return way;
}
