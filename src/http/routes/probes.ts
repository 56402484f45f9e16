import { probeSchema, probesSchema, writeProbe, writeProbes } from '../../entities/probe-entity.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

const path = '/management/probes';
const common = {
  root: 'api',
  access: 'administrator',
  body: 'none',
  isUnlimited: true,
  isForFirst: true,
} as const;
const refused = { 403: 'no administrator' };
const one = { ...refused, 404: 'no such probe' };

export const probeRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'Probes of the server, and how they went since it started',
    responses: { 200: json('every probe', probesSchema), ...refused },
    handle: async ({ services }) => jsonReply(200, writeProbes(services.probes.list())),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path,
    summary: 'Run every probe',
    responses: { 200: json('every probe', probesSchema), ...refused },
    handle: async ({ services }) => jsonReply(200, writeProbes(await services.probes.runAll())),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${path}/:probe`,
    summary: 'A probe, and how it went since the server started',
    responses: { 200: json('the probe', probeSchema), ...one },
    handle: async ({ services, params }) =>
      jsonReply(200, writeProbe(services.probes.get(params.probe ?? ''))),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: `${path}/:probe`,
    summary: 'Run a probe',
    responses: { 200: json('the probe after it was run', probeSchema), ...one },
    handle: async ({ services, params }) =>
      jsonReply(200, writeProbe(await services.probes.run(params.probe ?? ''))),
  }),
];
