import type { ContentModel } from '../content-model.ts';
import type { ReportProblem } from './workflow-format.ts';
import type { TaskDefinition, WorkflowModel } from './workflow-model.ts';
import type { WorkflowModels } from './workflow-models.ts';

/** What models may name besides their own parts. */
export interface KnownNames {
  readonly content: ContentModel;
  /** Names of the texts of mails. */
  readonly templates: ReadonlySet<string>;
}

/** Problems of names of types, permissions and mails in models. */
export function findUnknownNames(models: WorkflowModels, known: KnownNames): readonly string[] {
  return problemsIn(models, (model, report) => {
    checkAvailability(model, known.content, report);
    for (const [index, { task }] of model.nodes.entries()) {
      if (!task) continue;
      checkTask(task, known, (at, message) => report(`nodes[${index}].task.${at}`, message));
    }
  });
}

/** Problems of names of chains and operations. */
export function findUnknownChains(
  models: WorkflowModels,
  isKnown: (name: string) => boolean,
): readonly string[] {
  return problemsIn(models, (model, report) => {
    for (const [place, chain] of chainsOf(model)) {
      if (chain === null || isKnown(chain)) continue;
      report(place, `there is no chain or operation "${chain}"; define it in operationFiles`);
    }
  });
}

function problemsIn(
  models: WorkflowModels,
  check: (model: WorkflowModel, report: ReportProblem) => void,
): readonly string[] {
  const problems: string[] = [];
  for (const model of models.all) {
    check(model, (at, message) => problems.push(`${models.placeOf(model)}.${at}: ${message}`));
  }
  return problems;
}

function checkAvailability(
  { availability: { permission, types } }: WorkflowModel,
  content: ContentModel,
  report: ReportProblem,
): void {
  if (permission !== null && !content.definition.permissions.has(permission)) {
    report('availability.permission', `there is no permission "${permission}"`);
  }
  for (const [index, type] of (types ?? []).entries()) {
    if (!content.findType(type)) {
      report(`availability.types[${index}]`, `there is no type "${type}"`);
    }
  }
}

const taskFacet = 'Task';

function checkTask(
  { permission, documentType, notification }: TaskDefinition,
  { content, templates }: KnownNames,
  report: ReportProblem,
): void {
  if (permission !== null && !content.definition.permissions.has(permission)) {
    report('permission', `there is no permission "${permission}"`);
  }
  if (!content.findType(documentType)?.facets.includes(taskFacet)) {
    report('documentType', `"${documentType}" is no type with the facet ${taskFacet}; use TaskDoc`);
  }
  if (notification !== null && !templates.has(notification)) {
    report(
      'notification',
      `there are no texts of mails "${notification}"; add them in mailTemplateFiles`,
    );
  }
}

function chainsOf(model: WorkflowModel): (readonly [place: string, chain: string | null])[] {
  return [
    ['cancelChain', model.cancelChain],
    ...model.nodes.flatMap((node, index) => {
      const { inputChain, outputChain, escalations, transitions } = node;
      const place = `nodes[${index}]`;
      return [
        [`${place}.inputChain`, inputChain] as const,
        [`${place}.outputChain`, outputChain] as const,
        ...escalations.map(
          ({ chain }, at) => [`${place}.escalations[${at}].chain`, chain] as const,
        ),
        ...transitions.map(
          ({ chain }, at) => [`${place}.transitions[${at}].chain`, chain] as const,
        ),
      ];
    }),
  ];
}
