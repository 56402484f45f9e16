import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type Metric,
  Registry,
} from 'prom-client';
import { type RateLimits, rateLimitNames } from '../authentication/rate-limits.ts';
import type { BulkCounts } from '../bulk/environment.ts';
import type { BulkFigures } from '../bulk/inspect.ts';
import type { Workshop } from '../conversion/workshop.ts';
import type { TextCounts } from '../jobs/fulltext/unread-texts.ts';
import type { JobCounts } from '../jobs/inspect.ts';
import type { MediaCounts } from '../jobs/media/complete-media.ts';
import type { RenditionCounts } from '../jobs/renditions/make-renditions.ts';
import type { SubtreeCounts } from '../jobs/subtrees/subtree-counts.ts';
import type { SubtreeWorkFigures } from '../repository/editing/subtree-work.ts';
import type { ConnectionCounts, QueryThreadCounts } from '../storage/database.ts';
import { BulkMetrics } from './bulk-metrics.ts';
import { JobMetrics } from './job-metrics.ts';
import { SubtreeMetrics } from './subtree-metrics.ts';

/** What the store says about work in the background. */
export interface StoreFigures {
  readonly subtrees: SubtreeWorkFigures;
  readonly bulk: BulkFigures;
  readonly jobs: readonly JobCounts[];
}

/** What one process has counted, as other processes take it. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What is added up by the counts of several processes. */
export function addMetrics(all: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...all]);
}

/** What a process that has ended leaves to the sums: they must not go down. */
export function lastingMetrics(values: MetricValues): MetricValues {
  return values.filter(({ type }) => lasting.has(String(type)));
}

const lasting: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** Prometheus metrics of one server. */
export interface Metrics {
  readonly contentType: string;
  /** @param figures of the store; undefined when it cannot be read */
  render(figures: StoreFigures | undefined): Promise<string>;
  /** The same as values; those of other processes are given without figures of the store, which all share. */
  values(figures?: StoreFigures): Promise<MetricValues>;
  observeRequest(observation: RequestObservation): void;
}

interface RequestObservation {
  readonly method: string;
  /** The pattern, not the URL: few values. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly queries: number;
}

const bucketBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Requests of one method, route and status. */
interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Counts between a bound and the previous one; those beyond the last are in `count` only. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

/**
 * The histogram of request durations. Counting a request is a few additions; labels and cumulative
 * counts are made when the metrics are read, which is rare (the library's own costs 3 µs a
 * request).
 */
class RequestDurations {
  readonly name = 'cartulary_http_request_duration_seconds';
  readonly #series = new Map<string, Series>();

  observe({ method, route, status, seconds }: RequestObservation): void {
    const key = `${method}${status}${route}`;
    let series = this.#series.get(key);
    if (!series) {
      const labels = { method, route, status: String(status) };
      series = { labels, buckets: bucketBounds.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    series.sum += seconds;
    series.count += 1;
    const index = bucketBounds.findIndex((bound) => seconds <= bound);
    if (index !== -1) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  }

  async get() {
    return {
      name: this.name,
      help: 'Time from the request line to the end of the answer',
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.#series.values()].flatMap((series) => this.#valuesOf(series)),
    };
  }

  #valuesOf({ labels, buckets, sum, count }: Series) {
    let below = 0;
    const cumulative = bucketBounds.map((bound, index) => {
      below += buckets[index] ?? 0;
      return this.#value('bucket', below, { le: bound, ...labels });
    });
    return [
      ...cumulative,
      this.#value('bucket', count, { le: '+Inf', ...labels }),
      this.#value('sum', sum, labels),
      this.#value('count', count, labels),
    ];
  }

  #value(suffix: string, value: number, labels: Readonly<Record<string, string | number>>) {
    return { metricName: `${this.name}_${suffix}`, value, labels };
  }
}

/** Read together with the metrics, as the threads have their own counts. */
function registerQueryThreads(registry: Registry, counts: QueryThreadCounts): void {
  new Counter({
    name: 'cartulary_query_thread_statements_total',
    help: 'Statements that took long and were given to a thread',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(counts.statements);
    },
  });
  new Gauge({
    name: 'cartulary_query_thread_running',
    help: 'Statements that run on a thread',
    registers: [registry],
    collect() {
      this.set(counts.running);
    },
  });
  new Gauge({
    name: 'cartulary_query_thread_waiting',
    help: 'Statements that wait for a thread',
    registers: [registry],
    collect() {
      this.set(counts.waiting);
    },
  });
}

interface OutcomeCounter<Outcome extends string> {
  readonly name: string;
  readonly help: string;
  readonly outcomes: readonly Outcome[];
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** Read together with the metrics, as above. */
function registerOutcomes<Outcome extends string>(
  registry: Registry,
  { name, help, outcomes, counts }: OutcomeCounter<Outcome>,
): void {
  new Counter({
    name,
    help,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const outcome of outcomes) this.inc({ outcome }, counts[outcome]);
    },
  });
}

/** What was made of files. */
function registerFileCounts(
  registry: Registry,
  {
    textCounts,
    renditionCounts,
    mediaCounts,
  }: Pick<ProcessCounts, 'textCounts' | 'renditionCounts' | 'mediaCounts'>,
): void {
  registerOutcomes(registry, {
    name: 'cartulary_file_texts_total',
    help: 'Files whose text was wanted, by whether it could be read',
    outcomes: ['read', 'failed'],
    counts: textCounts,
  });
  registerOutcomes(registry, {
    name: 'cartulary_renditions_total',
    help: 'Pictures of files that were wanted, by whether they could be made',
    outcomes: ['made', 'failed'],
    counts: renditionCounts,
  });
  registerOutcomes(registry, {
    name: 'cartulary_media_documents_total',
    help: 'Pictures, other media and notes whose views, descriptions or thumbnails were wanted, by whether they could be made',
    outcomes: ['made', 'failed'],
    counts: mediaCounts,
  });
}

/** Read together with the metrics, as above. */
function registerWorkCounts(registry: Registry, counts: Workshop['counts']): void {
  const states = {
    running: 'Conversions that are done now, by whether a request waits for them',
    waiting: 'Conversions that wait for their turn, by whether a request waits for them',
  } as const;
  for (const state of ['running', 'waiting'] as const) {
    new Gauge({
      name: `cartulary_conversions_${state}`,
      help: states[state],
      labelNames: ['class'],
      registers: [registry],
      collect() {
        this.set({ class: 'request' }, counts.request[state]);
        this.set({ class: 'background' }, counts.background[state]);
      },
    });
  }
}

/** Read together with the metrics, as above. */
function registerRefusals(registry: Registry, refusals: RateLimits['refusals']): void {
  new Counter({
    name: 'cartulary_rate_limit_refusals_total',
    help: 'Requests that were refused by a rate limit, by the limit',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset();
      for (const limit of rateLimitNames) this.inc({ limit }, refusals[limit]);
    },
  });
}

/** Read together with the metrics, as above. */
function registerConnectionCounts(registry: Registry, read: () => ConnectionCounts): void {
  const metrics = {
    cartulary_database_connections_lost_total: {
      help: 'Connections to the database that ended while the server had them',
      count: 'lostConnections',
    },
    cartulary_database_searches_total: {
      help: 'Searches for the database server that can write',
      count: 'searches',
    },
    cartulary_database_failovers_total: {
      help: 'Searches that ended with another database server than before',
      count: 'failovers',
    },
  } as const;
  for (const [name, { help, count }] of Object.entries(metrics)) {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read()[count]);
      },
    });
  }
}

/** What this process counts itself; read together with the metrics. */
export interface ProcessCounts {
  /** Of the store, if it has any. */
  readonly queryThreads?: QueryThreadCounts | undefined;
  /** Of the connections to the store, if it runs elsewhere. */
  readonly readConnectionCounts?: (() => ConnectionCounts) | undefined;
  readonly textCounts: TextCounts;
  readonly renditionCounts: RenditionCounts;
  readonly mediaCounts: MediaCounts;
  readonly subtreeCounts: SubtreeCounts;
  readonly bulkCounts: BulkCounts;
  readonly workCounts: Workshop['counts'];
  readonly refusals: RateLimits['refusals'];
}

let processMetrics: readonly Metric[] | undefined;

/** Once for all servers of a process: the observers of the event loop and of collected garbage never end. */
function createProcessMetrics(): readonly Metric[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry.getMetricsAsArray() as unknown as readonly Metric[];
}

export function createMetrics(counts: ProcessCounts): Metrics {
  const { queryThreads, subtreeCounts, bulkCounts } = counts;
  const registry = new Registry();
  processMetrics ??= createProcessMetrics();
  for (const metric of processMetrics) registry.registerMetric(metric);
  const durations = new RequestDurations();
  registry.registerMetric(durations as unknown as Metric);
  if (queryThreads) registerQueryThreads(registry, queryThreads);
  const { readConnectionCounts } = counts;
  if (readConnectionCounts) registerConnectionCounts(registry, readConnectionCounts);
  registerFileCounts(registry, counts);
  registerWorkCounts(registry, counts.workCounts);
  registerRefusals(registry, counts.refusals);
  const subtrees = new SubtreeMetrics(registry, subtreeCounts);
  const bulk = new BulkMetrics(registry, bulkCounts);
  const jobs = new JobMetrics(registry);
  const queries = new Counter({
    name: 'cartulary_store_queries_total',
    help: 'Statements sent to the store by requests',
    registers: [registry],
  });
  const show = (figures: StoreFigures | undefined): void => {
    subtrees.show(figures?.subtrees);
    bulk.show(figures?.bulk);
    jobs.show(figures?.jobs);
  };
  return {
    contentType: registry.contentType,
    render(figures) {
      show(figures);
      return registry.metrics();
    },
    values(figures) {
      show(figures);
      return registry.getMetricsAsJSON();
    },
    observeRequest(observation) {
      durations.observe(observation);
      if (observation.queries > 0) queries.inc(observation.queries);
    },
  };
}
