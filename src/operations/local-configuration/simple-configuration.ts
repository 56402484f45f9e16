import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { withFacet } from '../../automation/unsaved-facets.ts';
import type { PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { setVariable } from '../../automation/variables.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { parentPath } from '../../model/document-path.ts';
import type { PropertyValue } from '../../model/value.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { findDocuments, loadAcls } from '../../repository/documents/find-many.ts';
import { saveParameter } from '../parts/save-parameter.ts';

const facet = 'SimpleConfiguration';
const property = 'sconf:simpleconfigurationparameters';
const category = 'Local Configuration';
const entriesMax = 1_000;

export const putConfigurationParameterOperation = defineOperation({
  id: 'LocalConfiguration.PutSimpleConfigurationParameter',
  label: 'Put a Simple Configuration Parameter',
  category,
  description:
    'Sets a parameter of the configuration that the input document has for itself and what is below it.',
  params: {
    key: required('string', 'The name of the parameter.'),
    value: required('string', 'Its value.'),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      run: (context, document, { key, value, save }) =>
        put(context, document, { parameters: new Map([[key, value]]), saves: save }),
    },
  ],
});

export const putConfigurationParametersOperation = defineOperation({
  id: 'LocalConfiguration.PutSimpleConfigurationParameters',
  label: 'Put Simple Configuration parameters',
  category,
  description:
    'Sets parameters of the configuration that the input document has for itself and what is below it.',
  params: {
    parameters: required('properties', 'The values by their names.'),
    save: saveParameter,
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      run: (context, document, { parameters, save }) =>
        put(context, document, { parameters, saves: save }),
    },
  ],
});

export const readConfigurationParameterOperation = defineOperation({
  id: 'LocalConfiguration.SetSimpleConfigurationParameterAsVar',
  label: 'Set Context Variable From a Simple Configuration Parameter',
  category,
  description:
    'Keeps a parameter of the configuration of the input document, or of the closest folder above it that has one, under a name for the steps that follow.',
  params: {
    name: required('string', 'The name of the variable.'),
    parameterName: required('string', 'The name of the parameter.'),
    defaultValue: optional('string', 'The value where the parameter is not set.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      async run(context, document, { name, parameterName, defaultValue }) {
        const configured = await closestConfigured(context, document);
        const found = configured && entriesOf(configured).get(parameterName);
        setVariable(context, name, found ?? defaultValue);
        return document;
      },
    },
  ],
});

interface Change {
  readonly parameters: PropertyMap;
  readonly saves: boolean;
}

async function put(
  context: OperationContext,
  document: WorkingDocument,
  { parameters, saves }: Change,
): Promise<WorkingDocument> {
  const { model } = context.repository;
  const isConfigured = document.shape.facets.includes(facet);
  const target = isConfigured ? document : withFacet(model, document, { facet, isPresent: true });
  const entries = entriesOf(target);
  for (const [key, value] of parameters) entries.set(requireKey(key), textOf(key, value));
  if (entries.size > entriesMax) {
    const reason = `a document has at most ${entriesMax} parameters`;
    throw new AppError('operation.parameter-invalid', `Parameter parameters: ${reason}`);
  }
  const list = [...entries].map(([key, value]) => ({ key, value }));
  return saveChanges(context, target, { changes: { [property]: list }, saves });
}

function requireKey(key: string): string {
  if (key !== '') return key;
  throw new AppError('operation.parameter-invalid', 'Parameter key: name the parameter');
}

function textOf(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const reason = `the value of ${key.slice(0, 100)} must be a text`;
  throw new AppError('operation.parameter-invalid', `Parameter parameters: ${reason}`);
}

/** Those with a name and a value, in their order. */
function entriesOf({ properties, unsaved }: WorkingDocument): Map<string, string> {
  const value = { ...properties, ...unsaved }[property] ?? [];
  const items: readonly PropertyValue[] = Array.isArray(value) ? value : [];
  return new Map(
    items.flatMap((item): [string, string][] => {
      const { key, value: text } = item as { readonly key?: unknown; readonly value?: unknown };
      return typeof key === 'string' && typeof text === 'string' ? [[key, text]] : [];
    }),
  );
}

/** The document, or the closest folder above it that the caller may read. */
async function closestConfigured(
  context: OperationContext,
  document: WorkingDocument,
): Promise<WorkingDocument | undefined> {
  if (document.shape.facets.includes(facet)) return document;
  const paths = pathsAbove(document.path);
  return context.read(async (unit) => {
    const found = await findDocuments(unit, { ids: [], paths });
    const configured = found.filter(({ shape }) => shape.facets.includes(facet));
    await loadAcls(unit, configured);
    for (const path of paths) {
      const candidate = configured.find((each) => each.path === path);
      const question = candidate && { document: candidate, permission: 'Read' };
      if (question && (await hasPermission(unit, question))) return candidate;
    }
    return undefined;
  });
}

/** From the parent up to the root. */
function pathsAbove(path: string | null): readonly string[] {
  const paths: string[] = [];
  let above = path === null ? null : parentPath(path);
  while (above !== null) {
    paths.push(above);
    above = parentPath(above);
  }
  return paths;
}
