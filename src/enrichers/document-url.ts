import { text } from '../entities/json-schema.ts';
import { defineEnricher } from './define.ts';

/** The API address of the document: this server has no web pages to link to. */
export const documentUrlEnricher = defineEnricher({
  name: 'documentURL',
  entityType: 'document',
  schema: text,
  queriesMax: 0,
  async run({ writing: { baseUrl, repository } }, documents) {
    return documents.map(({ id }) => `${baseUrl}api/v1/repo/${repository}/id/${id}`);
  },
});
