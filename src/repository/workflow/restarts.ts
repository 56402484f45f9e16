import type { Document } from '../../model/document.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

const instancesPerQuery = 100;

/** The next ids of running instances of a model which no other workflow waits for, in their order. */
export async function nextRunning(
  { handle }: ReadUnit,
  modelName: string,
  after: string,
): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('workflow_instance')
      .select('id')
      .where('model_name', '=', modelName)
      .where('state', '=', 'running')
      .where('parent_id', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(instancesPerQuery),
  );
  return rows.map(({ id }) => id);
}

/** The id of the one that began last; empty for none. */
export async function lastRunning({ handle }: ReadUnit, modelName: string): Promise<string> {
  const row = await handle.first(
    handle.builder
      .selectFrom('workflow_instance')
      .select('id')
      .where('model_name', '=', modelName)
      .where('state', '=', 'running')
      .orderBy('id', 'desc')
      .limit(1),
  );
  return row?.id ?? '';
}

/**
 * Puts documents back into the state in which their life cycle begins, whatever transitions there are. They must
 * have been read for update in this unit.
 */
export async function resetStates(
  unit: WriteUnit,
  documents: readonly Document[],
): Promise<readonly Document[]> {
  const reset: Document[] = [];
  for (const document of documents) {
    const state = unit.model.lifecycleOf(document.shape.type)?.initialState;
    if (state === undefined || state === document.state) {
      reset.push(document);
      continue;
    }
    const saved = await saveContent(unit, { document, change: { state } });
    await announce(unit, { eventId: 'lifecycle_transition_event', documents: [saved] });
    reset.push(saved);
  }
  return reset;
}
