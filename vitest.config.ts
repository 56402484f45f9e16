import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { RetriedTests } from './test/support/retried-tests.ts';

/** They look at the threads, the memory and the children of the process that they run in. */
const alone = [
  'src/content/text-extraction/text-extractor.test.ts',
  'src/conversion/conversion-pool.test.ts',
  'src/conversion/converters/convert.test.ts',
  'src/conversion/workshop.test.ts',
  'test/engines/checkpoint-thread.test.ts',
  'test/engines/query-thread-pool.test.ts',
  'test/engines/scan-threads.test.ts',
  'test/engines/word-merges.test.ts',
];

/** Of a test that hangs: the machine may be busy with much else. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  /** A run of CI takes long on a shared machine. Its last lines show which tests were tried twice. */
  retry: process.env.CI === undefined ? 0 : 1,
};

/** Node loads the modules as it does outside of tests: they load and run faster than when Vite transforms them. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...timeouts,
          experimental,
          name: 'structure',
          include: ['test/structure/**/*.test.ts'],
        },
      },
      { test: { ...timeouts, experimental, name: 'alone', include: alone } },
      {
        test: {
          ...timeouts,
          experimental,
          name: 'behaviour',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/structure/**', ...alone],
          globalSetup: ['test/support/postgres-server.ts', 'test/support/object-gateway-run.ts'],
          // Most of a small file's time would go into loading the program once more.
          isolate: false,
          setupFiles: ['test/support/shared-process.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          experimental,
          name: 'web',
          // Behind the others. Each browser has a dozen threads: with four at once two cores do more work for the same tests.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          include: ['web/test/**/*.test.ts'],
          globalSetup: [
            'web/test/support/prepared-store.ts',
            'web/test/support/built-application.ts',
          ],
          isolate: false,
          setupFiles: ['test/support/shared-process.ts', 'web/test/support/close-browser.ts'],
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // On two cores: much of the time is spent waiting for leases, pauses and other processes.
    maxWorkers: 3,
    reporters: ['default', new RetriedTests()],
  },
});
