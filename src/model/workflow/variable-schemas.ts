import type { FieldSpec, ModelFile } from '../content-model-format.ts';
import type { VariableDefinition } from './workflow-model.ts';
import type { WorkflowModels } from './workflow-models.ts';

/** The facet of instances of a model, which brings the schema of its variables. */
export function variablesFacet(modelName: string): string {
  return `facet-${variablesSchema(modelName)}`;
}

/** The schema of the variables of a model, and the prefix of its properties in queries. */
export function variablesSchema(modelName: string): string {
  return `var_${modelName}`;
}

/** A schema and a facet for the variables of each model. */
export function variableSchemas({ all }: WorkflowModels): ModelFile {
  const schemas = all.map(({ name, variables }) => {
    const fields = Object.fromEntries(variables.map((each) => [each.name, fieldOf(each)]));
    const schema = variablesSchema(name);
    return [schema, { prefix: schema, fields }] as const;
  });
  const facets = all.map(
    ({ name }) => [variablesFacet(name), { schemas: [variablesSchema(name)] }] as const,
  );
  return {
    source: 'variables of workflows',
    content: { schemas: Object.fromEntries(schemas), facets: Object.fromEntries(facets) },
    isNew: true,
  };
}

function fieldOf({ type, default: value, maxLength }: VariableDefinition): FieldSpec {
  const hasDefault = isScalar(value) && type !== 'date';
  return {
    type: type.replace('integer', 'long'),
    ...(hasDefault && { default: value }),
    ...(maxLength !== null && { maxLength }),
  };
}

/** Fields of other types have no default: the server sets the variables of each instance. */
function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
