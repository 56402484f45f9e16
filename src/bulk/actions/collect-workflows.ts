import { removeOrphanedInstances } from '../../repository/workflow/orphaned-instances.ts';
import { defineBulkAction } from '../action.ts';

/** The workflows to look at: those of users, and not the models. */
export const allWorkflows =
  "SELECT * FROM DocumentRoute WHERE ecm:isVersion = 0 AND ecm:currentLifeCycleState IN ('ready', 'running', 'done', 'canceled')";

export const collectWorkflowsAction = defineBulkAction<null>({
  // The name is misspelt in the API.
  name: 'garbageCollectWokflows',
  description:
    'Removes workflows that have ended or whose documents are all gone, with their tasks; the others are skipped.',
  bucketSize: 100,
  // Each has several documents, which are removed one by one.
  batchSize: 10,
  parse: () => null,
  async run(unit, { items }) {
    const removed = await removeOrphanedInstances(unit, items);
    return { skipped: items.length - removed };
  },
});
