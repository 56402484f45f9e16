import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { BlobList, isList, OperationBlob, type Value } from '../../automation/values.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { plainActor } from '../../model/workflow/workflow-state.ts';

export const summarizeOpinionsOperation = defineOperation({
  id: 'Workflow.SummarizeOpinions',
  label: 'Summarize Opinions',
  category: 'Workflow Context',
  description:
    'In a chain of a workflow: makes a table in HTML of who ended the tasks of the node, how, and with which comment. It is set in two context variables, as a text and as a file, and the file is returned.',
  requires: 'Workflow',
  params: {
    textVariable: withDefault('string', 'opinions', {
      description: 'The variable of the text, which has only the first rows if it gets too long.',
    }),
    fileVariable: withDefault('string', 'opinionsFile', {
      description: 'The variable of the file, which has all rows.',
    }),
    fileName: withDefault('string', 'review.html', { description: 'The name of the file.' }),
    lengthMax: withDefault('integer', 10_000, { description: 'Characters of the text.' }),
  },
  methods: [
    { input: 'document', output: 'blob', run: (context, _input, params) => make(context, params) },
    {
      input: 'documents',
      output: 'bloblist',
      run: async (context, _input, params) => new BlobList([await make(context, params)]),
    },
  ],
});

interface SummaryParams {
  readonly textVariable: string;
  readonly fileVariable: string;
  readonly fileName: string;
  readonly lengthMax: number;
}

async function make(context: OperationContext, params: SummaryParams): Promise<OperationBlob> {
  const rows = tasksOf(context).map(rowOf);
  const blob = OperationBlob.ofText(tableOf(rows), {
    name: params.fileName,
    mimeType: 'text/html',
  });
  context.variables.set(params.textVariable, shortTable(rows, params.lengthMax));
  context.variables.set(params.fileVariable, blob);
  return blob;
}

function tasksOf({ variables }: OperationContext): readonly Value[] {
  const node = variables.get('NodeVariables');
  const tasks = node instanceof Map ? node.get('tasks') : null;
  return isList(tasks ?? null) ? (tasks as readonly Value[]) : [];
}

function rowOf(task: Value): string {
  const cell = (name: string): string => {
    const value = task instanceof Map ? task.get(name) : null;
    return typeof value === 'string' ? value : '';
  };
  const texts = [plainActor(cell('actor')), cell('status'), cell('comment')];
  return `<tr>${texts.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`;
}

const head = '<thead><tr><th>Participant</th><th>Opinion</th><th>Comment</th></tr></thead>';

function tableOf(rows: readonly string[]): string {
  return `<table>${head}<tbody>${rows.join('')}</tbody></table>`;
}

/** As many of the first rows as fit, and how many are left out. */
function shortTable(rows: readonly string[], lengthMax: number): string {
  const whole = tableOf(rows);
  if (whole.length <= lengthMax) return whole;
  const restLength = tableOf([restRow(rows.length)]).length;
  let room = lengthMax - restLength;
  const first = rows.findIndex((row) => {
    room -= row.length;
    return room < 0;
  });
  const short = tableOf([...rows.slice(0, first), restRow(rows.length - first)]);
  return short.length <= lengthMax ? short : '';
}

function restRow(count: number): string {
  return `<tr><td colspan="3">and ${count} more</td></tr>`;
}
