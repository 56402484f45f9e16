import { entityOf, flag, type JsonOf, mapOf, objectOf, text } from './json-schema.ts';

/** The release line of the API; clients parse it and enable features by it. */
export const distributionVersion = '2023.6';
export const distributionName = 'Cartulary';

export const capabilitiesSchema = entityOf('capabilities', {
  cluster: objectOf({ enabled: flag, nodeId: text }),
  repository: mapOf(objectOf({ queryBlobKeys: flag })),
  server: objectOf({
    distributionName: text,
    distributionVersion: text,
    distributionServer: text,
  }),
});

interface CapabilitiesFacts {
  readonly isCluster: boolean;
  readonly nodeId: string;
  readonly repositories: readonly string[];
}

export function writeCapabilities(facts: CapabilitiesFacts): JsonOf<typeof capabilitiesSchema> {
  // Queries may use ecm:blobKeys: references to contents are rows.
  const repository = facts.repositories.map((name) => [name, { queryBlobKeys: true }]);
  return {
    'entity-type': 'capabilities',
    cluster: { enabled: facts.isCluster, nodeId: facts.nodeId },
    repository: Object.fromEntries(repository),
    server: {
      distributionName,
      distributionVersion,
      distributionServer: 'cartulary',
    },
  };
}
