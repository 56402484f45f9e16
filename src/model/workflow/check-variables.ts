import { checkUnique } from './check-unique.ts';
import type { ReportProblem } from './workflow-format.ts';
import type { VariableDefinition, WorkflowModel, WorkflowNode } from './workflow-model.ts';

/** Members of `NodeVariables` that the server sets. */
const reservedNodeVariables: ReadonlySet<string> = new Set([
  'button',
  'numberOfTasks',
  'numberOfProcessedTasks',
  'tasks',
]);

const defaultItemsMax = 1_000;

/** Reports problems of the variables of a model and its nodes. */
export function checkVariables(model: WorkflowModel, report: ReportProblem): void {
  checkDefinitions(model.variables, report);
  const known = new Set(model.variables.map(({ name }) => name));
  for (const [index, node] of model.nodes.entries()) {
    const place = `nodes[${index}]`;
    const reportAt: ReportProblem = (at, message) => report(`${place}.${at}`, message);
    checkDefinitions(node.variables, reportAt);
    checkOwnNames(node, reportAt);
    checkOwnTypes(node, reportAt);
    checkExposed(node, known, reportAt);
  }
}

function checkDefinitions(variables: readonly VariableDefinition[], report: ReportProblem): void {
  checkUnique(
    variables.map(({ name }) => name),
    (index, message) => report(`variables[${index}].name`, message),
  );
  for (const [index, variable] of variables.entries()) {
    const place = `variables[${index}]`;
    if (variable.maxLength !== null && !variable.type.startsWith('string')) {
      report(`${place}.maxLength`, `applies to string and string[] only, not to ${variable.type}`);
    }
    const problem = findDefaultProblem(variable);
    if (problem !== undefined) report(`${place}.default`, problem);
  }
}

function checkOwnNames({ variables }: WorkflowNode, report: ReportProblem): void {
  for (const [index, { name }] of variables.entries()) {
    if (!reservedNodeVariables.has(name)) continue;
    report(`variables[${index}].name`, `"${name}" is set by the server; use another name`);
  }
}

/** Only the document of an instance, which has the variables of the workflow, keeps files in the store. */
function checkOwnTypes({ variables }: WorkflowNode, report: ReportProblem): void {
  for (const [index, { type }] of variables.entries()) {
    if (type !== 'blob') continue;
    report(
      `variables[${index}].type`,
      'a node cannot keep a file; make it a variable of the model',
    );
  }
}

function checkExposed(
  { variables, exposedVariables }: WorkflowNode,
  known: ReadonlySet<string>,
  report: ReportProblem,
): void {
  checkUnique(exposedVariables, (index, message) => report(`exposedVariables[${index}]`, message));
  const own = new Set(variables.map(({ name }) => name));
  for (const [index, name] of exposedVariables.entries()) {
    const place = `exposedVariables[${index}]`;
    if (!known.has(name)) {
      report(place, `the workflow has no variable "${name}"; add it to the variables of the model`);
    } else if (own.has(name)) {
      report(place, `"${name}" is a variable of the node as well; use another name for that`);
    }
  }
}

function findDefaultProblem(variable: VariableDefinition): string | undefined {
  const { type, default: value, maxLength } = variable;
  if (value === null) return undefined;
  if (type === 'blob') return 'a file cannot have a default; leave it out';
  const isList = type.endsWith('[]');
  const items = isList ? value : [value];
  if (!Array.isArray(items) || !items.every((item) => fits(item, type.replace('[]', '')))) {
    return `${JSON.stringify(value).slice(0, 60)} is no default for ${type}`;
  }
  if (items.length > defaultItemsMax) return `has more than ${defaultItemsMax} items`;
  if (maxLength === null) return undefined;
  const isTooLong = items.some((item) => typeof item === 'string' && item.length > maxLength);
  return isTooLong ? `is longer than maxLength, ${maxLength}` : undefined;
}

const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

function isDate(text: string): boolean {
  const [, day] = isoDate.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  // The 31st of February would be read as a day in March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function fits(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'double':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string' && isDate(value);
  }
}
