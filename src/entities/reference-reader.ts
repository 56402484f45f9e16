import { AppError } from '../base/errors/app-error.ts';
import type { FieldReference } from '../model/content-model.ts';
import type { JsonObject } from './blob-entity.ts';
import { readText, Unreadable } from './scalar-reader.ts';

interface ReferencedEntity {
  /** The resolver of the fields for which it may be sent. */
  readonly resolver: FieldReference['resolver'];
  readonly idKeys: readonly string[];
}

const referencedEntities: ReadonlyMap<unknown, ReferencedEntity> = new Map([
  ['user', { resolver: 'userManagerResolver', idKeys: ['id', 'username'] }],
  ['group', { resolver: 'userManagerResolver', idKeys: ['id', 'groupname'] }],
  ['directoryEntry', { resolver: 'directoryResolver', idKeys: ['id'] }],
  ['document', { resolver: 'documentResolver', idKeys: ['uid'] }],
]);

/**
 * The id of an entity: clients that fetched references as entities send them back in that form.
 *
 * @throws AppError property.invalid when it is an entity that the field does not refer to
 */
export function readReference(
  json: JsonObject,
  reference: FieldReference,
  path: string,
): string | Unreadable {
  const entityType = json['entity-type'];
  const entity = referencedEntities.get(entityType);
  if (!entity) return new Unreadable('expected a reference or the entity it stands for');
  const id = findId(json, idKeysFor(reference, entity.idKeys));
  const isOfType = reference.type === undefined || reference.type === entityType;
  if (entity.resolver !== reference.resolver || !isOfType || id === undefined) {
    throw new AppError(
      'property.invalid',
      `Property: ${path} value cannot be resolved by the matching resolver: ${reference.resolver}`,
    );
  }
  return readText(id);
}

function idKeysFor(reference: FieldReference, idKeys: readonly string[]): readonly string[] {
  return reference.store?.startsWith('path') ? ['path'] : idKeys;
}

/** Entities carry their id at the top, or among their properties only. */
function findId(json: JsonObject, keys: readonly string[]): string | undefined {
  const properties = json.properties as JsonObject | null | undefined;
  for (const key of keys) {
    const id = json[key] ?? properties?.[key];
    if (typeof id === 'string' && id !== '') return id;
  }
  return undefined;
}
