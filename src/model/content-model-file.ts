import type { AppError } from '../base/errors/app-error.ts';
import { problemsError } from '../base/errors/problem-list.ts';
import {
  type AceTemplate,
  ContentModel,
  type ContentTemplate,
  type CreationTemplate,
  type DocumentType,
  type Schema,
} from './content-model.ts';
import { checkFile, checkWhole } from './content-model-checks.ts';
import { compileField } from './content-model-fields.ts';
import type {
  AceEntry,
  CreationEntry,
  DocumentEntry,
  ModelFile,
  ModelFileContent,
  ReportProblem,
} from './content-model-format.ts';
import {
  createMergedModel,
  type MergedModel,
  type MergedSchema,
  mergeFile,
} from './content-model-merge.ts';
import defaultModel from './data/default-model.json' with { type: 'json' };
import type { Lifecycle } from './lifecycle.ts';
import { recordFacet } from './record.ts';
import { variableSchemas } from './workflow/variable-schemas.ts';
import { loadDefaultWorkflows } from './workflow/workflow-file.ts';

export type { ModelFile } from './content-model-format.ts';

/** The built-in model. It is checked by a test and not at start, where that would take longer than all else. */
export const defaultModelFile: ModelFile = {
  source: 'default model',
  content: defaultModel as unknown as ModelFileContent,
};

/** The schemas of the variables of the built-in workflows. */
export const defaultVariablesFile: ModelFile = variableSchemas(loadDefaultWorkflows());

/** The facet of records, which stores without a folder of records do not have by themselves. */
export const recordModelFile: ModelFile = {
  source: 'facet of records',
  content: { facets: { [recordFacet]: {} } },
};

/**
 * Checks the form of a custom model file. What it refers to is checked by `buildContentModel`.
 *
 * @param source names the file in messages
 * @throws AppError content-model.invalid with every problem in `detail.problems`
 */
export async function parseModelFile(json: unknown, source: string): Promise<ModelFile> {
  const { checkForm } = await import('./content-model-schema.ts');
  const result = checkForm(json);
  if ('content' in result) return { source, content: result.content };
  throw invalidModel(result.problems.map((problem) => `${source}: ${problem}`));
}

/**
 * Merges the files in order and compiles them. A later file may add definitions and extend those of
 * earlier ones.
 *
 * @throws AppError content-model.invalid with every problem in `detail.problems`
 */
export function buildContentModel(files: readonly ModelFile[]): ContentModel {
  const problems: string[] = [];
  const model = createMergedModel();
  const reporterOf = (source: string) => (path: string, message: string) => {
    problems.push(`${source}: ${path}: ${message}`);
  };
  for (const file of files) {
    const report = reporterOf(file.source);
    if (file.isNew) refuseKnown(model, file.content, report);
    mergeFile(model, file.content, report);
  }
  const custom = files.filter((file) => file !== defaultModelFile && file !== defaultVariablesFile);
  for (const file of custom) checkFile(file.content, model, reporterOf(file.source));
  if (custom.length > 0) checkWhole(model, (path, message) => problems.push(`${path}: ${message}`));
  if (problems.length > 0) throw invalidModel(problems);
  return compileModel(model);
}

let builtIn: ContentModel | undefined;

/** The built-in model; the same object at each call. */
export function loadDefaultModel(): ContentModel {
  builtIn ??= buildContentModel([defaultModelFile, defaultVariablesFile]);
  return builtIn;
}

function refuseKnown(
  model: MergedModel,
  { schemas, facets }: ModelFile['content'],
  report: ReportProblem,
): void {
  const isKnown = 'is defined already: give the workflow model another name';
  for (const name of Object.keys(schemas ?? {})) {
    if (model.schemas.has(name)) report(`schemas.${name}`, isKnown);
  }
  for (const name of Object.keys(facets ?? {})) {
    if (model.facets.has(name)) report(`facets.${name}`, isKnown);
  }
}

function invalidModel(problems: readonly string[]): AppError {
  return problemsError('content-model.invalid', 'The content model has', problems);
}

function compileModel(model: MergedModel): ContentModel {
  const compiledTypes = new Map<string, DocumentType>();
  for (const name of model.types.keys()) compileType(model, name, compiledTypes);
  return new ContentModel({
    schemas: [...model.schemas].map(([name, schema]) => compileSchema(name, schema)),
    facets: [...model.facets].map(([name, schemas]) => ({ name, schemas: [...schemas] })),
    types: [...compiledTypes.values()],
    lifecycles: compileLifecycles(model),
    permissions: new Map([...model.permissions].map(([name, set]) => [name, [...set]])),
    rootAcl: model.rootAcl.map(compileAce),
    initialContent: model.documents.map(compileDocument),
    creationTemplates: [...model.onCreation].map(([type, entry]) => compileCreation(type, entry)),
    proxySchemas: [...model.proxySchemas],
  });
}

function compileSchema(name: string, schema: MergedSchema): Schema {
  return {
    name,
    prefix: schema.prefix ?? name,
    ...(schema.prefix === undefined ? { allowsUnprefixed: true } : {}),
    fields: [...schema.fields].map(([field, entry]) => compileField(field, entry)),
    versionWritable: schema.versionWritable,
  };
}

/** The supertype is compiled first, so each type has what it declares and what it inherits. */
function compileType(
  model: MergedModel,
  name: string,
  compiled: Map<string, DocumentType>,
): DocumentType | undefined {
  const known = compiled.get(name);
  const type = model.types.get(name);
  if (known || !type) return known;
  const { supertype } = type;
  const inherited = supertype === null ? undefined : compileType(model, supertype, compiled);
  const facets = new Set([...(inherited?.facets ?? []), ...type.facets]);
  const facetSchemas = [...facets].flatMap((facet) => [...(model.facets.get(facet) ?? [])]);
  const result: DocumentType = {
    name,
    supertype,
    schemas: [...new Set([...(inherited?.schemas ?? []), ...type.schemas, ...facetSchemas])],
    facets: [...facets],
    allowedSubtypes: [...type.subtypes],
    lifecycle: type.lifecycle === undefined ? (inherited?.lifecycle ?? null) : type.lifecycle,
    ...(type.excludedFromCopy ? { excludedFromCopy: true } : {}),
  };
  compiled.set(name, result);
  return result;
}

function compileLifecycles(model: MergedModel): Lifecycle[] {
  return [...model.lifecycles].map(([name, lifecycle]) => ({
    name,
    initialState: lifecycle.initialState,
    transitions: Object.fromEntries(lifecycle.transitions),
    states: Object.fromEntries([...lifecycle.states].map(([state, set]) => [state, [...set]])),
  }));
}

function compileCreation(type: string, entry: CreationEntry): CreationTemplate {
  return {
    type,
    acl: (entry.acl ?? []).map(compileAce),
    children: (entry.children ?? []).map(compileDocument),
  };
}

function compileDocument(entry: DocumentEntry): ContentTemplate {
  const { acl, children } = compileCreation(entry.type, entry);
  return { name: entry.name, type: entry.type, title: entry.title ?? null, acl, children };
}

function compileAce(entry: AceEntry): AceTemplate {
  return {
    username: entry.username,
    permission: entry.permission,
    granted: entry.granted ?? true,
  };
}
