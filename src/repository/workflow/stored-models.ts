import { LRUCache } from 'lru-cache';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import { readDefinition } from '../../model/workflow/workflow-models.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** A digest never has another content, so entries need no invalidation. */
const earlier = new LRUCache<string, WorkflowModel>({ max: 100 });

/**
 * The models that instances began with, by their digests. Those of the configuration are known; for
 * others, which it had when an instance began, one statement reads what this process has not read yet.
 */
export async function findStoredModels(
  { handle, workflowModels }: ReadUnit,
  digests: readonly string[],
): Promise<ReadonlyMap<string, WorkflowModel>> {
  const found = new Map(
    workflowModels.all.map((model) => [workflowModels.digestOf(model), model] as const),
  );
  const others = [...new Set(digests)].filter((digest) => !found.has(digest));
  const missing: string[] = [];
  for (const digest of others) {
    const model = earlier.get(digest);
    if (model) found.set(digest, model);
    else missing.push(digest);
  }
  if (missing.length === 0) return found;
  const rows = await handle.all(
    handle.builder
      .selectFrom('workflow_model')
      .select(['digest', 'definition'])
      .where('digest', 'in', keyList(handle.dialect, missing)),
  );
  for (const { digest, definition } of rows) {
    const model = readDefinition(definition);
    if (!handle.seesUncommitted) earlier.set(digest, model);
    found.set(digest, model);
  }
  return found;
}
