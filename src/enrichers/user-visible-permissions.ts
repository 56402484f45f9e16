import { texts } from '../entities/json-schema.ts';
import { defineEnricher } from './define.ts';

const usual = ['Read', 'ReadWrite', 'Everything'];

const byType: ReadonlyMap<string, readonly string[]> = new Map([
  ['Collection', ['Read', 'ReadCanCollect', 'ReadWrite', 'Everything']],
  ['DocumentRoute', ['Read', 'DataVisualization', 'ReadWrite', 'Everything']],
  ['Section', [...usual, 'CanAskForPublishing']],
  ['SectionRoot', [...usual, 'CanAskForPublishing']],
]);

/** Permissions that can be granted on documents of the type, in the order of display. */
export const userVisiblePermissionsEnricher = defineEnricher({
  name: 'userVisiblePermissions',
  entityType: 'document',
  schema: texts,
  queriesMax: 0,
  async run(_context, documents) {
    return documents.map(({ type }) => byType.get(type) ?? usual);
  },
});
