import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one server. */
export interface Metrics {
  readonly contentType: string;
  render(): Promise<string>;
  observeRequest(observation: RequestObservation): void;
}

export interface RequestObservation {
  readonly method: string;
  /** The pattern, not the URL: few values. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly queries: number;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'cartulary_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const queries = new Counter({
    name: 'cartulary_store_queries_total',
    help: 'Statements sent to the store by requests',
    registers: [registry],
  });
  const series = new Map<string, { observe(seconds: number): void }>();
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observeRequest({ method, route, status, seconds, queries: count }) {
      const key = `${method} ${status} ${route}`;
      let child = series.get(key);
      if (!child) {
        child = duration.labels(method, route, String(status));
        series.set(key, child);
      }
      child.observe(seconds);
      if (count > 0) queries.inc(count);
    },
  };
}
