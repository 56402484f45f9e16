import { z } from 'zod';
import { describeForm } from '../form-problems.ts';
import { workflowLimits } from './workflow-limits.ts';

/**
 * The form of a file of workflows, which `docs/guide/workflows.md` explains to authors. Only
 * configured files are checked: this module imports zod, so import it dynamically. Its types are in
 * `workflow-format.ts`; `docs/reference/workflow-model.schema.json` is generated from it.
 */
const { textLengthMax, expressionLengthMax } = workflowLimits;

/** Models and variables are names of schemas and fields, nodes are names of documents. */
const name = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,99}$/,
    'use 1 to 100 letters, digits, "_" and "-", beginning with a letter',
  )
  .refine((text) => !(text in {}), 'this name is reserved');

const text = z.string().max(textLengthMax);
const shortText = z.string().min(1).max(200);
const expression = z.string().min(1).max(expressionLengthMax);
const chain = shortText;
const whole = z.int().min(-1_000_000).max(1_000_000);

export const variable = z.strictObject({
  name,
  type: z.enum([
    'string',
    'integer',
    'double',
    'boolean',
    'date',
    'blob',
    'string[]',
    'integer[]',
    'double[]',
    'boolean[]',
    'date[]',
  ]),
  default: z.unknown().exactOptional().describe('Its first value; null when left out.'),
  maxLength: z
    .int()
    .min(1)
    .max(workflowLimits.maxLengthMax)
    .exactOptional()
    .describe('Characters of a text.'),
});

const availability = z.strictObject({
  permission: shortText
    .exactOptional()
    .describe('Needed on each document to start; Read when left out.'),
  types: z.array(shortText).min(1).max(1_000).exactOptional().describe('Types of documents.'),
  excludedStates: z
    .array(shortText)
    .max(100)
    .exactOptional()
    .describe('States of the life cycle in which it does not start.'),
  refusesLocked: z.boolean().exactOptional().describe('Does not start on locked documents.'),
  condition: expression
    .exactOptional()
    .describe('An expression with Document and CurrentUser that must be true.'),
});

const point = z.strictObject({ x: z.number(), y: z.number() });

export const transition = z.strictObject({
  name: shortText.describe('Transitions are evaluated in the order of their names.'),
  label: text.exactOptional().describe('A text, or a key of labels; the name when left out.'),
  condition: expression.exactOptional().describe('An expression; true when left out.'),
  target: shortText.describe('The id of a node.'),
  chain: chain.exactOptional().describe('A chain or operation that runs before the target.'),
  path: z.array(point).max(1_000).exactOptional().describe('Points of its line in the graph.'),
});

export const button = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/, 'use 1 to 100 letters, digits and _ . -')
    .describe('The action with which a task is ended.'),
  label: text.exactOptional().describe('A text, or a key of labels; the name when left out.'),
  validate: z.boolean().exactOptional().describe('Clients check the form first; true by default.'),
  condition: expression.exactOptional().describe('Must be true for the caller to have it.'),
});

export const escalation = z.strictObject({
  id: shortText,
  condition: expression.describe('Evaluated from time to time while the node waits.'),
  chain: chain.describe('A chain or operation that runs when the condition is true.'),
  repeated: z.boolean().exactOptional().describe('Runs each time, and not only once.'),
});

export const task = z.strictObject({
  directive: text.exactOptional().describe('What to do: a text, or a key of labels.'),
  description: text.exactOptional(),
  assignees: z
    .array(shortText)
    .max(workflowLimits.assigneesMax)
    .exactOptional()
    .describe('Names of users and groups, also as user:name and group:name.'),
  assigneesExpression: expression
    .exactOptional()
    .describe('An expression whose value is a name or a list of names.'),
  permission: shortText
    .exactOptional()
    .describe('What actors may do with the documents while the task is open.'),
  dueDate: expression.exactOptional().describe('An expression whose value is a date.'),
  reassignable: z.boolean().exactOptional().describe('Whether it can be given to other actors.'),
  oneForEachActor: z.boolean().exactOptional().describe('Otherwise one task for all actors.'),
  documentType: shortText.exactOptional().describe('TaskDoc when left out.'),
  layout: shortText.exactOptional().describe('The form; {id}@taskLayout when left out.'),
  notification: shortText.exactOptional().describe('The template of the mail to actors.'),
  buttons: z.array(button).min(1).max(workflowLimits.buttonsMax),
});

export const subWorkflow = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(expressionLengthMax)
    .describe('The name of a model, or expr: and an expression whose value is one.'),
  variables: z
    .record(name, z.unknown())
    .exactOptional()
    .describe('Values for its variables, or texts that begin with expr:.'),
});

const variables = z.array(variable).max(workflowLimits.variablesMax).exactOptional();

export const node = z.strictObject({
  id: name,
  title: text.exactOptional().describe('A text, or a key of labels; the id when left out.'),
  start: z.boolean().exactOptional().describe('The node with which the workflow begins.'),
  stop: z.boolean().exactOptional().describe('A node that ends the workflow.'),
  merge: z
    .enum(['one', 'all'])
    .exactOptional()
    .describe('How many of the transitions that lead here must have been taken.'),
  firstTransitionOnly: z
    .boolean()
    .exactOptional()
    .describe('Takes only the first transition whose condition is true.'),
  variables,
  exposedVariables: z
    .array(name)
    .max(workflowLimits.variablesMax)
    .exactOptional()
    .describe('Variables of the workflow that its tasks show and change.'),
  inputChain: chain.exactOptional().describe('Runs before its tasks are made.'),
  outputChain: chain.exactOptional().describe('Runs before its transitions are evaluated.'),
  task: task.exactOptional(),
  subWorkflow: subWorkflow.exactOptional(),
  escalations: z.array(escalation).max(workflowLimits.escalationsMax).exactOptional(),
  transitions: z.array(transition).max(workflowLimits.transitionsMax).exactOptional(),
  x: whole.exactOptional().describe('Its place in the graph.'),
  y: whole.exactOptional().describe('Its place in the graph.'),
});

const disabledModel = z.strictObject({
  name,
  enabled: z.literal(false).describe('Removes an earlier model of that name.'),
});

export const model = z.strictObject({
  name: name.describe('An earlier model of that name is replaced.'),
  enabled: z.literal(true).exactOptional(),
  title: text.exactOptional().describe('A text, or a key of labels; the name when left out.'),
  availability: availability.exactOptional(),
  variables,
  nodes: z.array(node).min(1).max(workflowLimits.nodesMax),
  cancelChain: chain.exactOptional().describe('Runs when an instance is cancelled.'),
});

const labels = z
  .record(
    z.string().regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/, 'use a language such as fr'),
    z.record(z.string().max(200), text),
  )
  .describe('Language, key, text: what titles, directives and labels are translated to.');

const outline = z.strictObject({
  $schema: z.string().exactOptional(),
  models: z.array(z.unknown()).max(workflowLimits.modelsMax).exactOptional(),
  labels: labels.exactOptional(),
});

export const workflowFile = outline.extend({
  models: z
    .array(z.union([model, disabledModel]))
    .max(workflowLimits.modelsMax)
    .exactOptional(),
});

type FormResult =
  | { readonly content: z.infer<typeof workflowFile> }
  | { readonly problems: readonly string[] };

/** The content when its form is right, else every problem as `place: what is wrong`. */
export function checkForm(json: unknown): FormResult {
  const read = outline.safeParse(json);
  if (!read.success) return { problems: describeForm(read.error) };
  const problems: string[] = [];
  const { models = [], ...others } = read.data;
  // Each entry by the form it is meant to have: a union would report that it fits neither.
  const checked = models.flatMap((entry, index) => {
    const result = isDisabled(entry) ? disabledModel.safeParse(entry) : model.safeParse(entry);
    if (result.success) return [result.data];
    problems.push(...describeForm(result.error, ['models', index]));
    return [];
  });
  return problems.length > 0 ? { problems } : { content: { ...others, models: checked } };
}

function isDisabled(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'enabled' in entry && !entry.enabled;
}
