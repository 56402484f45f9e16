import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BlobWriters } from '../support/blob-writers.ts';
import { ChildServer, runCheck } from '../support/child-server.ts';
import { createStorePlace } from '../support/engines.ts';
import { Random } from '../support/random.ts';

/** The long form has 100,000. */
const steps = Number(process.env.TEST_COLLECTION_STEPS ?? 300);
const isLong = steps > 10_000;
const kills = Math.max(3, Math.round(steps / 4_000));
const writers = isLong ? 200 : 100;

describe('collecting while contents are attached, copied, removed and stored again', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'on %s loses none that is named, and the counts add up, whenever the server is killed',
    { timeout: 180_000 + steps * 60 },
    async (engine) => {
      const place = await createStorePlace(engine);
      const random = new Random();
      const work = new BlobWriters(random);
      let server = new ChildServer(place);
      try {
        for (let round = 1; round <= kills; round += 1) {
          const untilSteps = Math.round((steps * round) / kills);
          const working = work.work(await server.url, { writers, untilSteps });
          // In the middle of their work, and of a collection.
          while (work.steps < untilSteps - writers) await Promise.race([working, sleep(5)]);
          await server.kill();
          await working;
          server = new ChildServer(place);
          await server.url;
          const check = await runCheck(place);
          expect(check, check.text).toMatchObject({ status: 0 });
          if (isLong) process.stdout.write(`${engine}: killed after ${work.steps} steps\n`);
        }
        const statuses = await work.collect(await server.url);
        for (const { state, processed, skipCount, errorCount, total } of statuses) {
          expect([state, processed, errorCount]).toEqual(['COMPLETED', total, 0]);
          expect(skipCount).toBeLessThanOrEqual(total);
        }
        const collected = statuses.reduce((sum, each) => sum + each.processed - each.skipCount, 0);
        expect(collected).toBeGreaterThan(0);
        await server.stop();
        expect(await runCheck(place)).toMatchObject({ status: 0 });
        const counts = {
          seed: random.seed,
          engine,
          steps: work.steps,
          kills,
          collections: statuses.length,
          collected,
        };
        if (isLong) process.stdout.write(`${JSON.stringify(counts)}\n`);
      } finally {
        await server.kill();
        await place.remove();
      }
    },
  );
});
