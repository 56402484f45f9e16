import { fromJson, type ValueMap } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { isStorableText } from '../../model/value.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What is sent to start a workflow. */
export interface StartBody {
  readonly modelName: string;
  readonly documentIds: readonly string[];
  readonly variables: ValueMap;
}

/** Documents that one workflow can be about. */
const attachedDocumentsMax = 1_000;

/** Other members are ignored. @throws AppError request.invalid */
export function readStartBody(entity: JsonObject): StartBody {
  const { workflowModelName: modelName, variables } = entity;
  if (typeof modelName !== 'string' || modelName === '') {
    throw new AppError('request.invalid', 'workflowModelName: send the name of a model');
  }
  const documentIds = readAttached(entity.attachedDocumentIds);
  return { modelName, documentIds, variables: readVariables(variables) };
}

/** Ids, or objects with an id as a workflow entity has them; each document once. */
function readAttached(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    throw new AppError('request.invalid', 'attachedDocumentIds: must be a list of ids');
  }
  if (value.length > attachedDocumentsMax) {
    throw new AppError(
      'request.invalid',
      `attachedDocumentIds: has ${value.length} documents; use at most ${attachedDocumentsMax}`,
    );
  }
  return [...new Set(value.map(readAttachedId))];
}

function readAttachedId(item: unknown, index: number): string {
  const isObject = typeof item === 'object' && item !== null;
  const id = isObject ? ((item as JsonObject).id ?? (item as JsonObject).uid) : item;
  if (typeof id === 'string' && id !== '') return id;
  throw new AppError(
    'request.invalid',
    `attachedDocumentIds[${index}]: must be an id, or an object with the member id`,
  );
}

/** What is sent to end a task. */
interface CompletionBody {
  readonly comment: string | null;
  readonly variables: ValueMap;
}

/** Other members are ignored. @throws AppError request.invalid */
export function readCompletionBody(entity: JsonObject, taskId: string): CompletionBody {
  const { id = taskId, comment, variables } = entity;
  if (id !== taskId) {
    throw new AppError('request.invalid', 'id: must be that of the task in the address');
  }
  return { comment: readComment(comment), variables: readVariables(variables) };
}

/** An empty comment is none. @throws AppError request.invalid */
export function readComment(comment: unknown): string | null {
  if (comment === undefined || comment === null || comment === '') return null;
  if (typeof comment !== 'string' || !isStorableText(comment)) {
    throw new AppError('request.invalid', 'comment: must be a text without NUL characters');
  }
  if (comment.length <= limits.commentLengthMax) return comment;
  throw new AppError(
    'request.invalid',
    `comment: has ${comment.length} characters; use at most ${limits.commentLengthMax}`,
  );
}

/** By name; their types are those of the model. @throws AppError request.invalid */
function readVariables(value: unknown): ValueMap {
  if (value === undefined || value === null) return new Map();
  const variables = fromJson(value);
  if (variables instanceof Map) return variables;
  throw new AppError('request.invalid', 'variables: must be an object');
}
