import { afterEach, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Random } from '../support/random.ts';
import { TwinSteps, twinChains } from '../support/twin-steps.ts';
import { openTwinStores, settleSome, type TwinStores } from '../support/twin-stores.ts';
import { TwinViews } from '../support/twin-views.ts';

const steps = Number(process.env.TEST_STEPS ?? 60);
const slicesMax = 6;
const rowsMax = 4;

/** More marks would only be refused, see `rulesMax`. */
const pendingMax = 8;

describe.each(engines)('changes of subtrees while they are pending on %s', (engine) => {
  let twins: TwinStores;
  afterEach(() => twins.close());

  test('look the same at every read as if they were written', { timeout: 600_000 }, async () => {
    const random = new Random();
    twins = await openTwinStores(engine, twinChains);
    const trial = new Trial(twins, random);
    await trial.run();
  });
});

class Trial {
  readonly #twins: TwinStores;
  readonly #random: Random;
  readonly #changes: TwinSteps;
  readonly #views: TwinViews;

  constructor(twins: TwinStores, random: Random) {
    this.#twins = twins;
    this.#random = random;
    this.#changes = new TwinSteps(twins, random);
    this.#views = new TwinViews(twins, random);
  }

  async run(): Promise<void> {
    await this.#changes.start();
    for (let count = 0; count < steps; count += 1) {
      await this.#change();
      await this.#settleSome();
    }
    await this.#compare(await this.timed('many', () => this.#views.compareMany()));
    await this.#settleAll();
    await this.#compare(await this.timed('many', () => this.#views.compareMany()));
    await this.#checkRows();
    if (process.env.TEST_OUTCOMES)
      console.log(
        [...this.#changes.outcomes].sort().join('\n'),
        this.pendingCounts.join(' '),
        this.times,
      );
    expect(this.#twins.leftVersions()).toEqual(new Set());
  }

  async #change(): Promise<void> {
    const { pending, atOnce, what } = await this.timed('step', () => this.#changes.step());
    await this.#compare(await this.timed('label', () => this.#twins.label()));
    const [one, other] = [
      `${pending.status} ${this.#twins.pending.normalised(pending.text)}`,
      `${atOnce.status} ${this.#twins.atOnce.normalised(atOnce.text)}`,
    ];
    await this.#compare(one === other ? undefined : `${what}: ${one}\ninstead of\n${other}`);
    await this.#compare(await this.timed('some', () => this.#views.compareSome()));
    await this.#checkRows();
  }

  pendingCounts: number[] = [];
  times: Record<string, number> = {};
  async timed(name: string, work: () => Promise<unknown>) {
    const t = performance.now();
    const v = await work();
    this.times[name] = (this.times[name] ?? 0) + performance.now() - t;
    return v as any;
  }
  async #settleSome(): Promise<void> {
    this.pendingCounts.push(await this.#pendingCount());
    const { app } = this.#twins.pending;
    const slices = this.#random.below(slicesMax);
    for (let count = 0; count < slices || (await this.#pendingCount()) > pendingMax; count += 1) {
      await settleSome(app, { random: this.#random, rowsMax: 1 + this.#random.below(rowsMax) });
    }
    this.#changes.journal.push(`# ${slices} slices`);
    await this.#compare(await this.timed('label', () => this.#twins.label()));
    await this.#compare(await this.timed('some', () => this.#views.compareSome()));
  }

  async #settleAll(): Promise<void> {
    const { app } = this.#twins.pending;
    while (await settleSome(app, { random: this.#random, rowsMax: 100 }));
    await this.#compare(await this.timed('label', () => this.#twins.label()));
  }

  #pendingCount(): Promise<number> {
    const { database } = this.#twins.pending.app.services;
    return database.read(async ({ tree }) => tree.changes.length);
  }

  async #checkRows(): Promise<void> {
    const { services } = this.#twins.pending.app;
    const findings = await this.timed('findings', () =>
      storeFindings({ ...services, ...services.repository }),
    );
    await this.#compare(findings.length === 0 ? undefined : findings.join('\n'));
  }

  async #compare(difference: string | undefined): Promise<void> {
    if (difference === undefined) return;
    const done = this.#changes.journal.slice(-25).join('\n');
    expect.fail(`TEST_SEED=${this.#random.seed}: ${difference}\nafter\n${done}`);
  }
}
