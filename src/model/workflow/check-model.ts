import { checkGraph } from './check-graph.ts';
import { checkMerges } from './check-merges.ts';
import { checkUnique } from './check-unique.ts';
import { checkVariables } from './check-variables.ts';
import { prefixedExpression, waits } from './node-facts.ts';
import type { ReportProblem } from './workflow-format.ts';
import { workflowLimits } from './workflow-limits.ts';
import type { TaskDefinition, WorkflowModel, WorkflowNode } from './workflow-model.ts';

/** What is wrong with a text as an expression, if anything is. The language is in a layer above. */
export type CheckExpression = (text: string) => string | undefined;

/** How a model is checked, and where its problems are reported. */
interface ModelCheck {
  readonly report: ReportProblem;
  readonly checkExpression: CheckExpression;
}

/** Actions that end no task: they have addresses of their own. */
const reservedActions: ReadonlySet<string> = new Set(['reassign', 'delegate']);

/** Reports all problems of a model by itself. */
export function checkModel(model: WorkflowModel, check: ModelCheck): void {
  const { report, checkExpression } = check;
  const checkText = (place: string, text: string | null): void => {
    const problem = text === null ? undefined : checkExpression(text);
    if (problem !== undefined) report(place, `is no expression: ${problem}`);
  };
  checkText('availability.condition', model.availability.condition);
  checkVariables(model, report);
  for (const [index, node] of model.nodes.entries()) {
    const place = `nodes[${index}]`;
    checkNode(node, (at, message) => report(`${place}.${at}`, message));
    for (const [at, text] of expressionsOf(node)) checkText(`${place}.${at}`, text);
  }
  checkSize(model, report);
  checkGraph(model, report);
  checkMerges(model, report);
}

function checkNode(node: WorkflowNode, report: ReportProblem): void {
  const { task, transitions, escalations } = node;
  checkUnique(
    transitions.map(({ name }) => name),
    (index, message) => report(`transitions[${index}].name`, message),
  );
  checkUnique(
    escalations.map(({ id }) => id),
    (index, message) => report(`escalations[${index}].id`, message),
  );
  if (task) checkTask(task, (at, message) => report(`task.${at}`, message));
  if (task && node.subWorkflow) {
    report('subWorkflow', 'a node has a task or a sub-workflow, not both; use two nodes');
  }
  if (escalations.length > 0 && !waits(node)) {
    report('escalations', 'the node does not wait: give it a task or a sub-workflow');
  }
  if (!node.isStop) return;
  if (waits(node)) {
    report('stop', 'the node ends the workflow at once: move its task to a node before it');
  }
  if (transitions.length > 0) report('transitions', 'a stop node has none; remove them');
}

function checkTask(task: TaskDefinition, report: ReportProblem): void {
  if (task.assignees.length === 0 && task.assigneesExpression === null) {
    report('assignees', 'name users or groups, or write an assigneesExpression');
  }
  checkUnique(
    task.buttons.map(({ name }) => name),
    (index, message) => report(`buttons[${index}].name`, message),
  );
  for (const [index, { name }] of task.buttons.entries()) {
    if (!reservedActions.has(name)) continue;
    report(`buttons[${index}].name`, `"${name}" is reserved for giving a task to other actors`);
  }
}

function expressionsOf(node: WorkflowNode): [place: string, text: string | null][] {
  const { task, subWorkflow, transitions, escalations } = node;
  const texts: [string, string | null][] = [
    ...transitions.map(({ condition }, index): [string, string] => [
      `transitions[${index}].condition`,
      condition,
    ]),
    ...escalations.map(({ condition }, index): [string, string] => [
      `escalations[${index}].condition`,
      condition,
    ]),
  ];
  if (task) {
    texts.push(
      ['task.assigneesExpression', task.assigneesExpression],
      ['task.dueDate', task.dueDate],
    );
    for (const [index, { condition }] of task.buttons.entries()) {
      texts.push([`task.buttons[${index}].condition`, condition]);
    }
  }
  if (subWorkflow) {
    texts.push(['subWorkflow.model', prefixedExpression(subWorkflow.model)]);
    for (const [name, value] of Object.entries(subWorkflow.variables)) {
      texts.push([`subWorkflow.variables.${name}`, prefixedExpression(value)]);
    }
  }
  return texts;
}

function checkSize(model: WorkflowModel, report: ReportProblem): void {
  const { transitionsOfModelMax, definitionLengthMax } = workflowLimits;
  const transitions = model.nodes.reduce((sum, node) => sum + node.transitions.length, 0);
  if (transitions > transitionsOfModelMax) {
    report('nodes', `have ${transitions} transitions, more than ${transitionsOfModelMax}`);
  }
  const { length } = JSON.stringify(model);
  if (length > definitionLengthMax) {
    report('', `has ${length} characters, more than ${definitionLengthMax}; split it`);
  }
}
