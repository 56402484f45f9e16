import type { ChainDefinition, ChainStep } from '../src/automation/chain.ts';
import type { Operation, ParamDefinition, ParamDefinitions } from '../src/automation/define.ts';
import { describeRunnable } from '../src/automation/describe.ts';
import type { OperationRegistry, Runnable } from '../src/automation/registry.ts';
import { leftOutSection } from './operations-left-out.ts';

/** The page on the operations and chains that come with the program, from their definitions. */
export function operationsReference(registry: OperationRegistry): string {
  const byCategory = Map.groupBy(registry.operations, ({ category }) => category);
  const categories = [...byCategory]
    .map(([name, operations]) => ({ name, operations: operations.toSorted(byId) }))
    .sort((a, b) => compare(a.name, b.name));
  const chains = registry.chains.toSorted(byId);
  const sections = [
    ...categories.flatMap(({ name, operations }) => [
      `## ${name}`,
      ...operations.map((operation) => operationSection(registry, operation)),
    ]),
    ...(chains.length === 0 ? [] : ['## Chains', chainsIntroduction]),
    ...chains.map((chain) => chainSection(registry, chain)),
    leftOutSection(),
  ];
  const contents = [
    ...categories.map(({ name, operations }) => contentsLine(name, operations)),
    ...(chains.length === 0 ? [] : [contentsLine('Chains', chains)]),
  ];
  return `${[introduction(registry), contents.join('\n'), ...sections].join('\n\n')}\n`;
}

function introduction({ operations, chains }: OperationRegistry): string {
  const counts = [count(operations.length, 'operation'), count(chains.length, 'chain')];
  return `# Operations

This page is generated from the definitions by \`npm run docs\`; change those, not the page. It has ${counts.join(' and ')}.

An operation is called by \`POST /nuxeo/site/automation/{id}\` (or \`/nuxeo/api/v1/automation/{id}\`) with a JSON
object: \`input\`, \`params\` and \`context\`, all optional. Aliases work like ids. Every call is one transaction:
if anything fails, nothing is changed. Unless the page says otherwise, every user who has signed in may
call an operation; it runs with the rights of the caller. The setting \`operationFiles\` restricts and hides
operations, and combines them into chains.

**Takes** lists each kind of input with the kind of output: \`document → document\`. An operation that takes
\`void\` can be called without input; if its output is also \`void\`, it returns its input unchanged, and
without any input the response is 204.

Parameters are sent as text or as JSON of their type. A text that begins with \`expr:\` is an expression.
Unknown parameters are ignored; \`null\` is treated as not given.`;
}

const chainsIntroduction =
  'A chain runs its steps one after the other in one transaction; the output of one is the input of the next.';

function operationSection(registry: OperationRegistry, operation: Operation): string {
  const { id, aliases = [], description, params } = operation;
  return paragraphs([
    `### ${code(id)}`,
    escapeText(description),
    lines([
      list('Also called', aliases),
      operation.access === 'administrator' && '- Who may call it: administrators',
      operation.requires && `- Only within: ${operation.requires}`,
      takes(registry, { kind: 'operation', operation }),
    ]),
    parameters(params),
  ]);
}

function chainSection(registry: OperationRegistry, chain: ChainDefinition): string {
  const { id, aliases, description, params, steps } = chain;
  return paragraphs([
    `### ${code(id)}`,
    description !== null && escapeText(description),
    lines([list('Also called', aliases), takes(registry, { kind: 'chain', chain })]),
    parameters(params),
    steps.map(stepLine).join('\n'),
  ]);
}

function stepLine({ operation, params }: ChainStep, index: number): string {
  const given = [...params].map(([name, value]) => code(`${name} = ${valueText(value)}`));
  return `${index + 1}. ${code(operation)}${given.length === 0 ? '' : `: ${given.join(', ')}`}`;
}

function takes(registry: OperationRegistry, runnable: Runnable): string {
  const { signature } = describeRunnable(registry, runnable);
  const pairs = signature.flatMap((input, index) =>
    index % 2 === 0 ? [code(`${input} → ${signature[index + 1]}`)] : [],
  );
  return `- Takes: ${pairs.join(', ')}`;
}

function parameters(params: ParamDefinitions): string | false {
  const rows = Object.entries(params).map(([name, param]) => parameterRow(name, param));
  if (rows.length === 0) return false;
  return [
    '| Parameter | Type | Required | Default | What it is |',
    '| --- | --- | --- | --- | --- |',
  ]
    .concat(rows)
    .join('\n');
}

function parameterRow(name: string, param: ParamDefinition): string {
  const { type, required, description, aliases = [], values = [] } = param;
  const otherwise = required || param.default === null ? '' : code(valueText(param.default));
  const more = [
    aliases.length > 0 && `Also sent as ${aliases.map(code).join(', ')}.`,
    values.length > 1 && `Suggested: ${values.map(code).join(', ')}.`,
  ];
  const text = [escapeText(description), ...more].filter((part) => part !== false).join(' ');
  const cells = [code(name), type, required ? 'yes' : '', otherwise, text];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  return JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value);
}

function contentsLine(title: string, members: readonly { readonly id: string }[]): string {
  const links = members.map(({ id }) => `[${escapeText(id)}](#${anchor(id)})`);
  return `- ${title}: ${links.join(', ')}`;
}

/** The anchor that Git hosts give a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function list(title: string, names: readonly string[]): string | false {
  return names.length > 0 && `- ${title}: ${names.map(code).join(', ')}`;
}

function lines(items: readonly (string | false | undefined)[]): string {
  return items.filter(Boolean).join('\n');
}

function paragraphs(items: readonly (string | false)[]): string {
  return items.filter(Boolean).join('\n\n');
}

/** A run of code that may hold backticks itself. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const padding = longest === 0 ? '' : ' ';
  return fence + padding + text + padding + fence;
}

/** Plain text in which nothing is markup. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
