import {
  anything,
  constant,
  type JsonSchema,
  mapOf,
  objectOf,
  schemaOf,
  text,
} from '../entities/json-schema.ts';
import { sentEntities } from '../entities/sent-entities.ts';

/** Media type → schema, of what a route takes as its body. */
export type BodyContent = Readonly<Record<string, JsonSchema>>;

const anyBytes = schemaOf({});

/** The bytes of one file. */
export const fileContent: BodyContent = { 'application/octet-stream': anyBytes };

/** The first file of a form. */
export const fileFormContent: BodyContent = { 'multipart/form-data': anyBytes };

/** A call whose operation is not known; its files are further parts. */
export const callContent: BodyContent = {
  'application/json': objectOf(
    {},
    { input: anything, params: mapOf(anything), context: mapOf(anything) },
  ),
  'multipart/related': anyBytes,
  'multipart/form-data': anyBytes,
};

/** Any JSON object. */
export const objectContent: BodyContent = { 'application/json': mapOf(anything) };

/** A JSON object with these texts. */
export function textsContent(...names: readonly string[]): BodyContent {
  return { 'application/json': objectOf(textMembers(names)) };
}

/** A form with these fields, which may be left out or sent in the query; without any, no body. */
export function formContent(...names: readonly string[]): BodyContent {
  if (names.length === 0) return {};
  return { 'application/x-www-form-urlencoded': objectOf({}, textMembers(names)) };
}

function textMembers(names: readonly string[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(names.map((name) => [name, text]));
}

/** The entity of that type as clients send it. */
export function entityContent(entityType: string): BodyContent {
  const schema =
    sentEntities[entityType] ??
    schemaOf({
      type: 'object',
      properties: { 'entity-type': constant(entityType) },
      required: ['entity-type'],
      additionalProperties: {},
    });
  return { 'application/json': schema };
}
