import { clientTypes } from '../client/generator/client-types.ts';
import { OperationRegistry } from '../src/automation/registry.ts';
import { defaultChains, operations } from '../src/operations/index.ts';
import { accessReference } from './access-reference.ts';
import { errorsReference } from './errors-reference.ts';
import { operationsReference } from './operations-reference.ts';
import { settingsReference } from './settings-reference.ts';
import { workflowSchema } from './workflow-schema.ts';

/** Path seen from docs/ → its text. */
export function generatedDocuments(): ReadonlyMap<string, string> {
  return new Map([
    [
      'reference/operations.md',
      operationsReference(new OperationRegistry(operations, defaultChains)),
    ],
    ['reference/access.md', accessReference()],
    ['reference/errors.md', errorsReference()],
    ['reference/settings.md', settingsReference()],
    ['reference/workflow-model.schema.json', workflowSchema()],
    ['../client/src/schema.gen.ts', clientTypes()],
  ]);
}
