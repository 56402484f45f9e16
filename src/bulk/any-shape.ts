import { present } from '../base/assert.ts';
import type { ContentModel, DocumentShape, PropertyDefinition } from '../model/content-model.ts';

/** A shape with the properties of all schemas: for xpaths that some document may have. */
export function anyShape(model: ContentModel): DocumentShape {
  const { schemas } = model.definition;
  const properties = new Map<string, PropertyDefinition>(
    schemas.flatMap((schema) =>
      schema.fields.map((field) => {
        const key = `${schema.prefix}:${field.name}`;
        return [key, { key, schema, field }] as const;
      }),
    ),
  );
  const [type] = model.definition.types;
  return { type: present(type, 'a model has types'), facets: [], schemas, properties };
}
