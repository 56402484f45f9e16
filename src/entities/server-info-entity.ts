import { distributionName, distributionVersion } from './capabilities-entity.ts';
import { arrayOf, entityOf, integer, type JsonOf, mapOf, objectOf, text } from './json-schema.ts';

const messages = arrayOf(objectOf({ message: text }));

export const serverInfoSchema = entityOf('serverInfo', {
  applicationName: text,
  applicationVersion: text,
  distributionName: text,
  distributionVersion: text,
  distributionDate: text,
  bundles: arrayOf(objectOf({ name: text, version: text })),
  warnings: messages,
  errors: messages,
});

interface Bundle {
  readonly name: string;
  readonly version: string;
}

/** The program and what it runs on. Its version does not say when it was released. */
export function writeServerInfo(
  applicationVersion: string,
  bundles: readonly Bundle[],
): JsonOf<typeof serverInfoSchema> {
  return {
    'entity-type': 'serverInfo',
    applicationName: distributionName,
    applicationVersion,
    distributionName,
    distributionVersion,
    distributionDate: '',
    bundles,
    warnings: [],
    errors: [],
  };
}

export const configurationSchema = entityOf('configuration', {
  configuredProperties: mapOf(text),
  runtimeProperties: mapOf(text),
  miscProperties: mapOf(text),
});

type Properties = Readonly<Record<string, string>>;

export function writeConfiguration(properties: {
  readonly configured: Properties;
  readonly all: Properties;
  readonly environment: Properties;
}): JsonOf<typeof configurationSchema> {
  return {
    'entity-type': 'configuration',
    configuredProperties: properties.configured,
    runtimeProperties: properties.all,
    miscProperties: properties.environment,
  };
}

export const pageProviderListSchema = arrayOf(
  objectOf({ name: text, class: text, maxPageSize: integer }),
);
