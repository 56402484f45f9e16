import { hostname } from 'node:os';
import { programVersion } from '../../base/program.ts';
import { redactConfig } from '../../config/redact.ts';
import {
  configurationSchema,
  pageProviderListSchema,
  serverInfoSchema,
  writeConfiguration,
  writeServerInfo,
} from '../../entities/server-info-entity.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

const common = { root: 'api', method: 'GET', access: 'administrator', body: 'none' } as const;
const refused = { 403: 'no administrator' };

const distributionRoute = defineRoute({
  ...common,
  path: '/management/distribution',
  summary: 'The program and what it runs on',
  responses: { 200: json('names and versions', serverInfoSchema), ...refused },
  async handle({ services }) {
    const bundles = [
      { name: 'cartulary', version: programVersion },
      { name: 'node', version: process.versions.node },
      { name: services.database.engine, version: '' },
    ];
    return jsonReply(200, writeServerInfo(programVersion, bundles));
  },
});

const configurationRoute = defineRoute({
  ...common,
  path: '/management/configuration',
  summary: 'The settings of this process; secrets are not shown',
  responses: { 200: json('settings by name', configurationSchema), ...refused },
  async handle({ services }) {
    const environment = {
      engine: services.database.engine,
      hostname: hostname(),
      node: process.versions.node,
      nodeId: services.nodeId,
      platform: `${process.platform} ${process.arch}`,
    };
    const properties = { ...redactConfig(services.config), environment };
    return jsonReply(200, writeConfiguration(properties));
  },
});

const pageProvidersRoute = defineRoute({
  ...common,
  path: '/management/page-providers',
  summary: 'Page providers with the largest page that each allows',
  responses: { 200: json('every page provider', pageProviderListSchema), ...refused },
  async handle({ services }) {
    const found = services.pageProviders.all.map(({ name, finds, maxPageSize }) => ({
      name,
      class: finds ?? 'nxql',
      maxPageSize,
    }));
    return jsonReply(
      200,
      found.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  },
});

export const serverFactRoutes = [distributionRoute, configurationRoute, pageProvidersRoute];
