import { monotonicMs, now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Logger } from '../../base/log.ts';
import type { ProbeReport, ProbeResult } from '../../model/probe.ts';
import { probeDefinitions } from './definitions.ts';
import { failed, type ProbeDefinition, type ProbeServices } from './probe.ts';

/** Runs probes and remembers how they went. Other processes have a memory of their own. */
export class ProbeRunner {
  readonly #services: ProbeServices;
  readonly #log: Logger;
  readonly #reports = new Map<string, ProbeReport>();

  constructor(services: ProbeServices, log: Logger) {
    this.#services = services;
    this.#log = log;
  }

  list(): readonly ProbeReport[] {
    return probeDefinitions.map((probe) => this.#reportOf(probe));
  }

  /** @throws AppError resource.not-found */
  get(name: string): ProbeReport {
    return this.#reportOf(definitionOf(name));
  }

  /** @throws AppError resource.not-found */
  run(name: string): Promise<ProbeReport> {
    return this.#run(definitionOf(name), true);
  }

  async runAll(): Promise<readonly ProbeReport[]> {
    return Promise.all(probeDefinitions.map((probe) => this.#run(probe, true)));
  }

  /** The probes of the health of the server, or one of them; undefined when there is none of that name. */
  async checkHealth(name?: string): Promise<ReadonlyMap<string, boolean> | undefined> {
    const wanted = probeDefinitions.filter(
      (probe) => probe.isHealthCheck && (name === undefined || probe.name === name),
    );
    if (wanted.length === 0) return undefined;
    const reports = await Promise.all(wanted.map((probe) => this.#run(probe, false)));
    return new Map(reports.map((report) => [report.name, report.last?.isSuccess === true]));
  }

  #reportOf({ name }: ProbeDefinition): ProbeReport {
    return this.#reports.get(name) ?? { name, ...neverRun };
  }

  async #run(probe: ProbeDefinition, isThorough: boolean): Promise<ProbeReport> {
    const atMs = now();
    const beganMs = monotonicMs();
    const result = await this.#resultOf(probe, isThorough);
    const before = this.#reportOf(probe);
    const report: ProbeReport = {
      name: probe.name,
      last: { ...result, atMs, tookMs: Math.round(monotonicMs() - beganMs) },
      lastSuccessMs: result.isSuccess ? atMs : before.lastSuccessMs,
      lastFailureMs: result.isSuccess ? before.lastFailureMs : atMs,
      successes: before.successes + (result.isSuccess ? 1 : 0),
      failures: before.failures + (result.isSuccess ? 0 : 1),
    };
    this.#reports.set(probe.name, report);
    return report;
  }

  async #resultOf(probe: ProbeDefinition, isThorough: boolean): Promise<ProbeResult> {
    try {
      return await probe.run(this.#services, { isThorough });
    } catch (error) {
      this.#log.warn({ err: error, probe: probe.name }, 'a probe has failed');
      return failed(error instanceof AppError ? error.code : 'unexpected error; see the log');
    }
  }
}

const neverRun = {
  last: null,
  lastSuccessMs: null,
  lastFailureMs: null,
  successes: 0,
  failures: 0,
} as const;

function definitionOf(name: string): ProbeDefinition {
  const found = probeDefinitions.find((probe) => probe.name === name);
  if (found) return found;
  throw new AppError('resource.not-found', `No such probe: ${name.slice(0, 200)}`);
}
