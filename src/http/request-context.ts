import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors/app-error.ts';
import { type Dialect, dialectHeader, isDialect } from '../entities/dialect.ts';
import type { Principal } from '../model/principal.ts';
import { KnownRows } from '../repository/unit/known-rows.ts';
import { ReadableIds } from '../repository/unit/readable-ids.ts';
import {
  createUnit,
  createUnitContext,
  type ReadUnit,
  unitOn,
  type WriteUnit,
} from '../repository/unit/unit.ts';
import type { QueryMeter, ReadHandle, WriteHandle, WriteOptions } from '../storage/database.ts';
import type { PublicAddress } from './public-address.ts';
import { letContinue } from './requests/expect-continue.ts';
import { parseWireOptions, type WireOptions } from './requests/wire-options.ts';
import type { Method, RequestContext } from './route.ts';
import type { Services } from './services.ts';
import { decodeSegment, pathOf, queryOf } from './url.ts';

interface ContextInput {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly principal: Principal;
  readonly publicAddress: PublicAddress;
  readonly pattern: RoutePattern;
}

/** A route's URL pattern, parsed once. */
export interface RoutePattern {
  readonly segments: readonly string[];
  readonly hasRest: boolean;
}

export function parseRoutePattern(url: string): RoutePattern {
  const segments = url.split('/');
  return { segments, hasRest: segments.at(-1) === '*' };
}

const needsDecoding = /[%;]/;

/** Expensive values are computed when a handler first uses them. */
export class HttpRequestContext implements RequestContext {
  readonly services: Services;
  readonly principal: Principal;
  /** Set once the caller may send one. */
  body: unknown;
  readonly publicAddress: PublicAddress;
  readonly meter: QueryMeter = { queries: 0 };
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #pattern: RoutePattern;
  #query: URLSearchParams | undefined;
  #wire: WireOptions | undefined;
  /** Of requests that change nothing. */
  readonly #readable: ReadableIds | undefined;
  #params: Record<string, string> | undefined;
  #leaving: AbortSignal | undefined;

  constructor(input: ContextInput) {
    this.services = input.services;
    this.#request = input.request;
    this.#reply = input.reply;
    this.#pattern = input.pattern;
    this.principal = input.principal;
    const isReading = input.request.method === 'GET' || input.request.method === 'HEAD';
    this.#readable = isReading ? new ReadableIds() : undefined;
    this.publicAddress = input.publicAddress;
  }

  get method(): Method | 'HEAD' {
    return this.#request.method as Method | 'HEAD';
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get requestId(): string {
    return this.#request.id;
  }

  get clientAddress(): string {
    return this.services.publicAddresses.clientAddress(this.#request.raw);
  }

  get url(): string {
    return this.#request.originalUrl;
  }

  /** Only to be used right before it is read: this makes a waiting client send the body. */
  get stream(): Readable {
    letContinue(this.#request.raw, this.#reply.raw);
    return this.#request.raw;
  }

  /** Decoded here, as the router would accept an escaped slash. */
  get params(): Readonly<Record<string, string>> {
    this.#params ??= needsDecoding.test(this.#request.url)
      ? namedSegments(this.#request, this.#pattern)
      : (this.#request.params as Record<string, string>);
    return this.#params;
  }

  get rest(): readonly string[] {
    return this.#pattern.hasRest ? restSegments(this.#request, this.#pattern) : [];
  }

  get query(): URLSearchParams {
    this.#query ??= queryOf(this.#request.url);
    return this.#query;
  }

  get wire(): WireOptions {
    this.#wire ??= parseWireOptions(this.headers, this.query);
    return this.#wire;
  }

  get dialect(): Dialect {
    const wanted = this.#request.headers[dialectHeader];
    const name = typeof wanted === 'string' ? wanted : undefined;
    return isDialect(name) ? name : this.services.config.wireDialect;
  }

  get baseUrl(): string {
    return this.publicAddress.baseUrl;
  }

  get signal(): AbortSignal {
    this.#leaving ??= leavingOf(this.#reply.raw);
    return this.#leaving;
  }

  read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T> {
    return this.services.database.read((handle) => work(this.#readUnit(handle)), this.meter);
  }

  readBounded<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T> {
    const timeLimitMs = this.services.config.queryTimeLimitMs;
    return this.services.database.read((handle) => work(this.#readUnit(handle)), this.meter, {
      timeLimitMs,
    });
  }

  write<T>(work: (unit: WriteUnit) => Promise<T>, options?: WriteOptions): Promise<T> {
    const unitOf = (handle: WriteHandle) =>
      createUnit(handle, this.services.repository, this.principal);
    return this.services.database.write((handle) => work(unitOf(handle)), this.meter, options);
  }

  #readUnit(handle: ReadHandle): ReadUnit {
    const unit = createUnitContext(this.services.repository, this.principal);
    return unitOn(handle, unit, new KnownRows(this.#readable));
  }
}

/** Aborts when the connection ends before the response. */
function leavingOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = (): void =>
    controller.abort(new AppError('request.invalid', 'The client has disconnected'));
  if (response.destroyed) leave();
  response.once('close', () => {
    if (!response.writableFinished) leave();
  });
  return controller.signal;
}

function namedSegments(
  request: FastifyRequest,
  { segments }: RoutePattern,
): Record<string, string> {
  const actual = pathOf(request.url).split('/');
  const params: Record<string, string> = {};
  for (const [index, part] of segments.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeSegment(actual[index] ?? '');
  }
  return params;
}

/**
 * What a final `*` matched: nothing in `/path/`, which is the root. A remaining slash at the end is
 * followed by an empty name.
 */
function restSegments(request: FastifyRequest, { segments }: RoutePattern): string[] {
  const actual = pathOf(request.url)
    .split('/')
    .slice(segments.length - 1);
  const isRoot = actual.length === 1 && actual[0] === '' && segments.at(-2) === 'path';
  return (isRoot ? [] : actual).map(decodeSegment);
}
