/** Bounds of workflow models: an instance stores its model and reads it at each step. */
export const workflowLimits = {
  modelsMax: 500,
  nodesMax: 500,
  /** Of one node. */
  transitionsMax: 100,
  /** Of all nodes of a model. */
  transitionsOfModelMax: 2_000,
  /** Of a model, and of each node. */
  variablesMax: 200,
  buttonsMax: 50,
  escalationsMax: 50,
  assigneesMax: 1_000,
  textLengthMax: 5_000,
  expressionLengthMax: 10_000,
  /** Of a variable; longer texts belong into files. */
  maxLengthMax: 1_000_000,
  /** Characters of a model as JSON. */
  definitionLengthMax: 500_000,
} as const;
