import { setting } from './setting-definition.ts';
import { flag, integer, optional, text } from './setting-values.ts';

/** Several servers on one store; a part of the list in `settings.ts`. */
export const clusterSettings = {
  clusterAdditions: setting({
    env: 'CARTULARY_CLUSTER_ADDITIONS',
    description:
      'let a node join although its configuration files have entries that others lack, or lack some; to add to them node by node',
    default: false,
    parse: flag,
  }),
  clusterEnabled: setting<boolean | null>({
    env: 'CARTULARY_CLUSTER_ENABLED',
    description:
      'list this server among the nodes of its store and refuse what does not fit; when not set, on with PostgreSQL and off with SQLite',
    default: null,
    parse: optional(flag),
  }),
  drainSeconds: setting({
    env: 'CARTULARY_DRAIN_SECONDS',
    description:
      'how long a server that is to stop goes on serving, while /health/ready tells load balancers to go elsewhere',
    default: 0,
    parse: integer(0, 3_600, 'seconds'),
  }),
  nodeId: setting<string | null>({
    env: 'CARTULARY_NODE_ID',
    description:
      'name of this node, another one for each; when not set, made once and kept in the data folder',
    default: null,
    parse: optional(
      text({ pattern: /^[\w.:-]{1,100}$/, expected: '1 to 100 letters, digits or . : _ -' }),
    ),
  }),
} as const;
