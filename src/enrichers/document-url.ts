import { text } from '../entities/json-schema.ts';
import { defineEnricher } from './define.ts';

/** Where the document can be read: this server has no pages of its own to link to. */
export const documentUrlEnricher = defineEnricher({
  name: 'documentURL',
  entityType: 'document',
  schema: text,
  queriesMax: 0,
  async run({ writing: { baseUrl, repository } }, documents) {
    return documents.map(({ id }) => `${baseUrl}api/v1/repo/${repository}/id/${id}`);
  },
});
