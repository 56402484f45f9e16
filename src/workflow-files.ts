import { readJsonFile } from './base/json-file.ts';
import type { CheckExpression } from './model/workflow/check-model.ts';
import {
  findUnknownChains,
  findUnknownNames,
  type KnownNames,
} from './model/workflow/check-names.ts';
import {
  buildWorkflowModels,
  invalidWorkflows,
  loadDefaultWorkflows,
  parseWorkflowFile,
} from './model/workflow/workflow-file.ts';
import type { WorkflowFile } from './model/workflow/workflow-format.ts';
import type { WorkflowModels } from './model/workflow/workflow-models.ts';
import type { BlobServices } from './repository/attachments/blobs.ts';
import { createSystemUnit, type RepositoryContext } from './repository/unit/unit.ts';
import {
  ensureModelDocuments,
  hasOtherModelDocuments,
} from './repository/workflow/model-documents.ts';

/** The built-in workflow models and those of files. @throws AppError workflow.invalid */
export async function readWorkflowModels(files: readonly string[]): Promise<WorkflowModels> {
  if (files.length === 0) return loadDefaultWorkflows();
  const parsed: WorkflowFile[] = [];
  const problems: string[] = [];
  for (const file of await Promise.all(files.map(readWorkflowFile))) {
    if ('content' in file) parsed.push(file);
    else problems.push(...file);
  }
  if (problems.length > 0) throw invalidWorkflows(problems);
  return buildWorkflowModels(parsed, await expressionCheck());
}

/**
 * Makes the documents of the models, and the folders of workflows. For servers: a command may have been given
 * another configuration than they have.
 *
 * @throws AppError workflow.invalid for chains that models name and there are not
 */
export async function prepareWorkflows(
  {
    database,
    repository,
  }: Pick<BlobServices, 'database'> & { readonly repository: RepositoryContext },
  isKnownChain: (name: string) => boolean,
): Promise<void> {
  const problems = findUnknownChains(repository.workflowModels, isKnownChain);
  if (problems.length > 0) throw invalidWorkflows(problems);
  const differs = await database.read((handle) =>
    hasOtherModelDocuments(createSystemUnit(handle, repository)),
  );
  if (!differs) return;
  await database.write((handle) => ensureModelDocuments(createSystemUnit(handle, repository)));
}

/** @throws AppError workflow.invalid for types, permissions and mails that models name and there are not */
export function requireKnownNames(models: WorkflowModels, known: KnownNames): void {
  const problems = findUnknownNames(models, known);
  if (problems.length > 0) throw invalidWorkflows(problems);
}

async function readWorkflowFile(path: string): Promise<WorkflowFile | readonly string[]> {
  const source = `workflowFiles, ${path}`;
  let json: unknown;
  try {
    json = await readJsonFile(path);
  } catch (cause) {
    return [`${source}: ${cause instanceof Error ? cause.message : String(cause)}`];
  }
  return parseWorkflowFile(json, source);
}

/** The parser is loaded for configured files only, as commands do not need it. */
async function expressionCheck(): Promise<CheckExpression> {
  const { parseExpression } = await import('./expressions/expression-parser.ts');
  return (text) => {
    try {
      parseExpression(text);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}
