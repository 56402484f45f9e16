import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf, type RequestParts } from '../load/load-job.ts';
import type { ProbeResult } from '../load/probe.ts';
import { type Effort, type Figure, milliseconds, spreadOf } from '../scenario.ts';
import type { LongestTurn } from '../servers/loop-watch.ts';
import type { ServerProcess } from '../servers/server-process.ts';

/** A request that takes long: other requests must not wait for it. */
export interface LongRequest {
  /** Completes the sentence "wait of another GET during …". */
  readonly name: string;
  /** Runs it once; `round` counts from 0, for requests that cannot be repeated. */
  run(send: Send, round: number): Promise<void>;
}

/** Sends a request to the server, reads the response and throws for another status. */
export type Send = (
  method: string,
  parts: RequestParts & { readonly status?: number },
) => Promise<Buffer>;

interface WaitOptions {
  readonly effort: Effort;
  /** Started by `startWatchedCartulary`. */
  readonly server: ServerProcess;
  /** What the names of figures end with: engine and size. */
  readonly place: string;
  /** The path of the small request. */
  readonly path: string;
  readonly requests: readonly LongRequest[];
}

/** The most that the small request may wait, at the 99th percentile and at worst. */
const p99MaxMs = 20;
const worstMaxMs = 100;
export const probeEveryMs = 5;
/** Before and after each request, so that short ones are measured as well. */
export const marginMs = 100;

/** A figure for each request: how long a small request of another client waits while it runs. */
export async function measureWaits(options: WaitOptions): Promise<readonly Figure[]> {
  const client = new LoadClient();
  try {
    const figures: Figure[] = [];
    for (const request of options.requests) {
      figures.push(await measure(client, options, request));
    }
    return figures;
  } finally {
    client.close();
  }
}

async function measure(
  client: LoadClient,
  { effort, server, place, path }: WaitOptions,
  request: LongRequest,
): Promise<Figure> {
  const rounds: ProbeResult[] = [];
  const send = senderTo(server.port);
  for (let round = 0; round < effort.rounds; round += 1) {
    const job = { port: server.port, path, user: administrator, everyMs: probeEveryMs };
    await server.takeLongestTurn();
    const stop = client.probe(job);
    await pause(marginMs);
    const startedAt = performance.now();
    await request.run(send, round).catch((error: unknown) => {
      throw new Error(`${request.name}: ${String(error)}`);
    });
    const took = performance.now() - startedAt;
    await pause(marginMs);
    const result = await stop();
    report(request.name, { took, result, turn: await server.takeLongestTurn() });
    rounds.push(result);
  }
  return waitFigure(`wait of another GET during ${request.name}, p99 / worst, ${place}`, rounds);
}

/** A value of 1 is the most that is allowed, see `p99MaxMs` and `worstMaxMs`. */
export function waitFigure(name: string, rounds: readonly ProbeResult[]): Figure {
  const [p99, worst] = [rounds.map(({ waits }) => waits.p99), rounds.map(({ waits }) => waits.max)];
  const shares = rounds.map(({ waits }) => Math.max(waits.p99 / p99MaxMs, waits.max / worstMaxMs));
  const pair = (a: number, b: number): string => `${milliseconds(a)} / ${milliseconds(b)}`;
  return {
    name,
    ours: pair(spreadOf(p99).median, spreadOf(worst).median),
    floor: pair(p99MaxMs, worstMaxMs),
    value: spreadOf(shares),
    target: { atMost: 1 },
  };
}

function report(
  name: string,
  {
    took,
    result: { waits },
    turn,
  }: { readonly took: number; readonly result: ProbeResult; readonly turn: LongestTurn },
): void {
  const texts = [
    `${milliseconds(took)}`,
    `GET p99 ${milliseconds(waits.p99)}, worst ${milliseconds(waits.max)}`,
    `turn ${milliseconds(turn.ms)} (computing ${milliseconds(turn.computedMs)})`,
  ];
  console.error(`  ${name}: ${texts.join('; ')}`);
}

/** Requests to the server of that port, which may take any time: `fetch` ends them after 5 minutes. */
export function senderTo(port: number): Send {
  return async (method, { path, user = administrator, json, headers, status = 200 }) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: {
        Authorization: authorizationOf(user),
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    sent.end(json && JSON.stringify(json));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    if (response.statusCode !== status) {
      throw new Error(`status ${response.statusCode}: ${bytes.toString('utf8', 0, 300)}`);
    }
    return bytes;
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
