import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { DocumentList, type WorkingDocument } from '../../automation/values.ts';
import { withUnsaved } from '../../automation/working-documents.ts';
import { findTaskOfEachNode } from '../../repository/workflow/task-names.ts';

export const getTaskNamesOperation = defineOperation({
  id: 'Context.GetTaskNames',
  label: 'Get Task Translated Names',
  category: 'Workflow Context',
  description:
    'Returns one open task for each name of tasks that the caller may read, for selection widgets: titled with the workflow and the name in a language.',
  params: {
    lang: optional('string', 'The language of the names; en by default.'),
    limit: withDefault('int', -1, { description: 'The most tasks; all when it is negative.' }),
    searchTerm: optional('string', 'The beginning of the translated names.'),
    value: optional('string', 'The name of one task, without translation.'),
    xpath: optional('string', 'Sent by selection widgets; it changes nothing.'),
  },
  methods: [
    {
      input: 'void',
      output: 'documents',
      async run(context, _input, { lang, limit, searchTerm, value }) {
        const named = await namedTasks(context, lang ? [lang] : []);
        const wanted = named.filter(({ name, label }) =>
          value ? name === value : isBegun(label, searchTerm ?? ''),
        );
        const shown = limit < 0 ? wanted : wanted.slice(0, limit);
        return new DocumentList(
          shown.map(({ document, title }) => withUnsaved(document, { 'dc:title': title })),
        );
      },
    },
  ],
});

interface NamedTask {
  readonly document: WorkingDocument;
  readonly name: string;
  readonly label: string;
  readonly title: string;
}

async function namedTasks(
  context: OperationContext,
  languages: readonly string[],
): Promise<readonly NamedTask[]> {
  const { workflowModels } = context.repository;
  const translate = (key: string) => workflowModels.translate(key, languages);
  const documents = await context.readBounded(findTaskOfEachNode);
  const tasks = documents.map((document): NamedTask => {
    const { 'nt:name': name, 'nt:processName': modelName } = document.properties;
    const label = translate(String(name));
    const workflow = translate(workflowModels.find(String(modelName))?.title ?? String(modelName));
    return { document, name: String(name), label, title: `[${workflow}] ${label}` };
  });
  const byName = new Map(tasks.toReversed().map((task) => [task.name, task]));
  return [...byName.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

function isBegun(label: string, term: string): boolean {
  return label.toLowerCase().startsWith(term.toLowerCase());
}
