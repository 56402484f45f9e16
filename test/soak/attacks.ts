import fc from 'fast-check';
import { operations } from '../../src/operations/index.ts';
import { administrator } from '../support/child-server.ts';
import { filePart, jsonPart, multipartBody, multipartType } from '../support/multipart.ts';
import { oddCalls } from '../support/odd-calls.ts';
import { oddRequests } from '../support/odd-requests.ts';
import { generatedQueries } from '../support/query-generator.ts';
import type { Random } from '../support/random.ts';
import type { RawRequest } from '../support/raw-http.ts';
import { bigRequest } from './big-values.ts';
import { posting } from './posting.ts';
import { type SoakTarget, vandal } from './soak-place.ts';

/** One thing that a client does to the server. */
export interface Attack {
  /** What it was, for the report: short even when the request is not. */
  readonly label: string;
  readonly request: RawRequest;
  /** Costs so much that the bounds of memory hold for one at a time. */
  readonly isHeavy: boolean;
  /** The client goes away in the middle of sending or receiving. */
  readonly isCutOff: boolean;
}

type AttackKind = (target: SoakTarget, random: Random) => RawRequest;

const kinds: readonly (readonly [weight: number, kind: AttackKind, isHeavy: boolean])[] = [
  [40, oddRequest, false],
  [40, oddCall, false],
  [12, query, false],
  [10, backgroundCall, false],
  [3, bigRequest, true],
];

/** `isLight` leaves out what is heavy. */
export function nextAttack(target: SoakTarget, random: Random, isLight: boolean): Attack {
  const eligible = kinds.filter(([, , isHeavy]) => !(isHeavy && isLight));
  const total = eligible.reduce((sum, [weight]) => sum + weight, 0);
  let at = random.below(total);
  const [, kind, isHeavy] = eligible.find(([weight]) => {
    at -= weight;
    return at < 0;
  }) as (typeof kinds)[number];
  const request = kind(target, random);
  const body = request.body?.subarray(0, 1_000).toString('utf8') ?? '';
  const size = request.body?.length ?? 0;
  const label = `${request.method} ${request.target.slice(0, 300)} [${size} bytes] ${body}`;
  return { label, request, isHeavy, isCutOff: random.below(20) === 0 };
}

function sampled<T>(arbitrary: fc.Arbitrary<T>, random: Random): T {
  return fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 })[0] as T;
}

function oddRequest({ ids }: SoakTarget, random: Random): RawRequest {
  const request = sampled(oddRequests(ids), random);
  const headers = request.headers.map(([name, value]): [string, string] => [
    name,
    value === administrator ? vandal.authorization : value,
  ]);
  return { ...request, headers };
}

function oddCall({ documents }: SoakTarget, random: Random): RawRequest {
  const call = sampled(oddCalls(random.pick(operations), documents), random);
  const parts = call.files.map((content, index) => filePart(`${index}.txt`, content));
  const isMultipart = parts.length > 0;
  const body = isMultipart
    ? Buffer.from(multipartBody([jsonPart(call.request), ...parts]))
    : Buffer.from(JSON.stringify(call.request));
  const target = `/site/automation/${encodeURIComponent(call.operation)}`;
  const type = isMultipart ? multipartType : 'application/json';
  return posting(target, body, { ...call.headers, 'content-type': type });
}

function backgroundCall({ documents }: SoakTarget, random: Random): RawRequest {
  const call = sampled(oddCalls(random.pick(operations), documents), random);
  const target = `/site/automation/${encodeURIComponent(call.operation)}/@async`;
  return posting(target, Buffer.from(JSON.stringify(call.request)));
}

function query(_target: SoakTarget, random: Random): RawRequest {
  const parameters = new URLSearchParams({ query: String(sampled(generatedQueries, random)) });
  if (random.below(3) === 0) parameters.set('pageSize', String(random.pick([0, 1, 50, 1_000])));
  return {
    method: 'GET',
    target: `/nuxeo/api/v1/search/lang/NXQL/execute?${parameters}`,
    headers: [
      ['Authorization', vandal.authorization],
      ['properties', random.pick(['*', 'dublincore', ''])],
    ],
  };
}
