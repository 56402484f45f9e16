import type { Latencies } from './histogram.ts';

/** The task of a load process. */
export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  /** Not measured: caches fill and code is compiled. */
  readonly warmupMs: number;
  readonly durationMs: number;
  /** Raw HTTP requests, sent in turn. */
  readonly requests: readonly string[];
  readonly expectedStatus: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly latencies: Latencies;
}

/** Nine characters that stand for the number of the request, so that bodies can differ. */
export const numberMark = '#########';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface RequestParts {
  readonly path: string;
  /** The administrator when left out. */
  readonly user?: Credentials | undefined;
  readonly json?: object;
  /** In the place of the credentials of a user. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const administrator: Credentials = { username: 'Administrator', password: 'Administrator' };

export function authorizationOf({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export function rawRequest(method: string, { path, user, json, headers }: RequestParts): string {
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost:8080',
    ...Object.entries(headers ?? { Authorization: authorizationOf(user ?? administrator) }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ];
  if (json !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
