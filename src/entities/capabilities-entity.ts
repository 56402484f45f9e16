/** The release line of the API this server speaks; clients parse it and gate features by it. */
export const distributionVersion = '2023.6';
export const distributionName = 'Cartulary';

interface CapabilitiesFacts {
  readonly isCluster: boolean;
  readonly nodeId: string;
  readonly repositories: readonly string[];
}

export function writeCapabilities(facts: CapabilitiesFacts): object {
  const repository = facts.repositories.map((name) => [name, { queryBlobKeys: false }]);
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
