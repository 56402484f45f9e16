import type {
  ButtonEntry,
  EscalationEntry,
  ModelEntry,
  NodeEntry,
  SubWorkflowEntry,
  TaskEntry,
  TransitionEntry,
  VariableEntry,
} from './workflow-format.ts';
import type {
  Availability,
  EscalationRule,
  SubWorkflow,
  TaskButton,
  TaskDefinition,
  Transition,
  VariableDefinition,
  WorkflowModel,
  WorkflowNode,
} from './workflow-model.ts';

/** A model as a file has it, with everything that the file leaves out. */
export function compileModel(entry: ModelEntry): WorkflowModel {
  return {
    name: entry.name,
    title: entry.title ?? entry.name,
    availability: compileAvailability(entry.availability),
    variables: (entry.variables ?? []).map(compileVariable),
    nodes: entry.nodes.map(compileNode),
    cancelChain: entry.cancelChain ?? null,
  };
}

function compileAvailability(entry: ModelEntry['availability']): Availability {
  return {
    permission: entry?.permission ?? null,
    types: entry?.types ?? null,
    excludedStates: entry?.excludedStates ?? [],
    refusesLocked: entry?.refusesLocked ?? false,
    condition: entry?.condition ?? null,
  };
}

function compileVariable(entry: VariableEntry): VariableDefinition {
  return {
    name: entry.name,
    type: entry.type,
    default: entry.default ?? null,
    maxLength: entry.maxLength ?? null,
  };
}

function compileNode(entry: NodeEntry): WorkflowNode {
  return {
    id: entry.id,
    title: entry.title ?? entry.id,
    isStart: entry.start ?? false,
    isStop: entry.stop ?? false,
    merge: entry.merge ?? null,
    takesFirstTransition: entry.firstTransitionOnly ?? false,
    variables: (entry.variables ?? []).map(compileVariable),
    exposedVariables: entry.exposedVariables ?? [],
    inputChain: entry.inputChain ?? null,
    outputChain: entry.outputChain ?? null,
    task: entry.task ? compileTask(entry.task, entry.id) : null,
    subWorkflow: entry.subWorkflow ? compileSubWorkflow(entry.subWorkflow) : null,
    escalations: (entry.escalations ?? []).map(compileEscalation),
    transitions: (entry.transitions ?? []).map(compileTransition),
    x: entry.x ?? 0,
    y: entry.y ?? 0,
  };
}

function compileTask(entry: TaskEntry, nodeId: string): TaskDefinition {
  return {
    directive: entry.directive ?? null,
    description: entry.description ?? null,
    assignees: entry.assignees ?? [],
    assigneesExpression: entry.assigneesExpression ?? null,
    permission: entry.permission ?? null,
    dueDate: entry.dueDate ?? null,
    allowsReassignment: entry.reassignable ?? false,
    isForEachActor: entry.oneForEachActor ?? false,
    documentType: entry.documentType ?? 'TaskDoc',
    layout: entry.layout ?? `${nodeId}@taskLayout`,
    notification: entry.notification ?? null,
    buttons: entry.buttons.map(compileButton),
  };
}

function compileButton(entry: ButtonEntry): TaskButton {
  return {
    name: entry.name,
    label: entry.label ?? entry.name,
    validate: entry.validate ?? true,
    condition: entry.condition ?? null,
  };
}

function compileSubWorkflow(entry: SubWorkflowEntry): SubWorkflow {
  return { model: entry.model, variables: entry.variables ?? {} };
}

function compileEscalation(entry: EscalationEntry): EscalationRule {
  return {
    id: entry.id,
    condition: entry.condition,
    chain: entry.chain,
    runsAgain: entry.repeated ?? false,
  };
}

function compileTransition(entry: TransitionEntry): Transition {
  return {
    name: entry.name,
    label: entry.label ?? entry.name,
    condition: entry.condition ?? 'true',
    target: entry.target,
    chain: entry.chain ?? null,
    path: entry.path ?? [],
  };
}
