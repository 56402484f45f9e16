import { defineDocumentCheck, error } from './document-check.ts';
import { inspectProperties } from './property-conformance.ts';

/** The properties are a JSON object with values of the types in the content model. */
export const documentProperties = defineDocumentCheck({
  name: 'document-properties',
  *inspect({ shape, properties }) {
    if (!properties) yield error('has properties that are not a JSON object');
    else if (shape) yield* inspectProperties(shape, properties);
  },
});
