import { afterEach, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Random } from '../support/random.ts';
import { TwinSteps, twinChains } from '../support/twin-steps.ts';
import {
  finishTasks,
  openTwinStores,
  settleSome,
  type TwinStores,
} from '../support/twin-stores.ts';
import { firstDifference, TwinViews } from '../support/twin-views.ts';

const steps = Number(process.env.TEST_STEPS ?? 12);
const slicesMax = 3;
const rowsMax = 3;

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
    await this.#compare(await this.#views.compareMany());
    await this.#settleAll();
    await this.#compare(await this.#views.compareMany());
    await this.#checkRows();
    const [pending, atOnce] = [
      await this.#twins.pending.storedPlaces(),
      await this.#twins.atOnce.storedPlaces(),
    ];
    expect(pending, `TEST_SEED=${this.#random.seed}`).toEqual(atOnce);
    const recorded = await Promise.all(this.#twins.both.map((twin) => twin.audit()));
    expect(recorded[0], `TEST_SEED=${this.#random.seed}`).toEqual(recorded[1]);
  }

  async #change(): Promise<void> {
    const { pending, atOnce, what } = await this.#changes.step();
    await finishTasks(this.#twins.pending.app);
    await this.#compare(await this.#twins.label());
    const [one, other] = [
      `${pending.status} ${this.#twins.pending.normalised(pending.text)}`,
      `${atOnce.status} ${this.#twins.atOnce.normalised(atOnce.text)}`,
    ].map((text) => text.replaceAll(',"', ',\n"'));
    await this.#compare(
      one === other ? undefined : `${what}: ${firstDifference(one ?? '', other ?? '')}`,
    );
    if (this.#random.below(2) === 0) await this.#compare(await this.#views.compareSome());
    if (this.#random.below(2) === 0) await this.#checkRows();
  }

  async #settleSome(): Promise<void> {
    const { app } = this.#twins.pending;
    let slices = 0;
    const wanted = this.#random.below(slicesMax);
    for (; slices < wanted || (await this.#pendingCount()) > pendingMax; slices += 1) {
      await settleSome(app, { random: this.#random, rowsMax: 1 + this.#random.below(rowsMax) });
    }
    this.#changes.journal.push(`# ${slices} slices`);
    await this.#compare(await this.#twins.label());
    await this.#compare(await this.#views.compareSome());
  }

  async #settleAll(): Promise<void> {
    const { app } = this.#twins.pending;
    while (await settleSome(app, { random: this.#random, rowsMax: 100 }));
    await this.#compare(await this.#twins.label());
  }

  #pendingCount(): Promise<number> {
    const { database } = this.#twins.pending.app.services;
    return database.read(async ({ tree }) => tree.changes.length);
  }

  async #checkRows(): Promise<void> {
    const { services } = this.#twins.pending.app;
    const findings = await storeFindings({ ...services, ...services.repository });
    const left = this.#twins.leftSeries();
    const wrong = findings.filter((text) => !left.some((id) => text.includes(id)));
    await this.#compare(wrong.length === 0 ? undefined : wrong.join('\n'));
  }

  async #compare(difference: string | undefined): Promise<void> {
    if (difference === undefined) return;
    const done = this.#changes.journal.slice(-25).join('\n');
    expect.fail(`TEST_SEED=${this.#random.seed}: ${difference}\nafter\n${done}`);
  }
}
