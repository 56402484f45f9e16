import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { isFor, type UiAction } from '../../automation/ui-action.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { jsonBlob } from '../parts/json-blob.ts';

interface ActionParams {
  readonly category: string;
  readonly lang: string | null;
}

export const getActionsOperation = defineOperation({
  id: 'Actions.GET',
  label: 'List available actions',
  category: 'Services',
  description:
    'Returns the actions of a category of the configuration that the caller may use, on the input document or on the one of the variable currentDocument, as JSON.',
  params: {
    category: required('string', 'The name of the category.'),
    lang: optional('string', 'The language of labels; that of the variable lang, or en.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, params) {
        return actionsOf(context, await context.loadVariable('currentDocument'), params);
      },
    },
    {
      input: 'document',
      output: 'blob',
      run: (context, document, params) => actionsOf(context, document, params),
    },
  ],
});

async function actionsOf(
  context: OperationContext,
  document: WorkingDocument | null,
  { category, lang }: ActionParams,
): Promise<OperationBlob> {
  const language = lang ?? String(context.variables.get('lang') ?? 'en');
  const offered: UiAction[] = [];
  for (const action of context.uiActions) {
    if (!action.categories.includes(category) || !isFor(action, document)) continue;
    if (isInGroup(context, action) && (await isPermitted(context, action, document))) {
      offered.push(action);
    }
  }
  return jsonBlob(
    offered.map(({ id, link, icon, label, help, properties }) => ({
      id,
      link,
      icon,
      label: inLanguage(label, language) || id,
      help: inLanguage(help, language),
      properties,
    })),
  );
}

function isInGroup({ principal }: OperationContext, { groups }: UiAction): boolean {
  if (groups.length === 0 || principal.isAdministrator) return true;
  return groups.some((group) => principal.groups.includes(group));
}

async function isPermitted(
  context: OperationContext,
  { permission }: UiAction,
  document: WorkingDocument | null,
): Promise<boolean> {
  if (permission === null || !document) return true;
  return context.read((unit) => hasPermission(unit, { document, permission }));
}

/** `fr_CA` and `fr-CA` are also `fr`. */
function inLanguage(texts: Readonly<Record<string, string>>, language: string): string {
  const [general = language] = language.split(/[-_]/);
  return texts[language] ?? texts[general] ?? texts.en ?? '';
}
