import { defineConfig } from 'vitest/config';
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

const timeouts = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  /** A run of CI takes a quarter of an hour on a shared machine. Its last lines show which tests were tried twice. */
  retry: process.env.CI === undefined ? 0 : 1,
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'structure', include: ['test/structure/**/*.test.ts'] } },
      { test: { ...timeouts, name: 'alone', include: alone } },
      {
        test: {
          ...timeouts,
          name: 'behaviour',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/structure/**', ...alone],
          globalSetup: ['test/support/postgres-server.ts'],
          // Most of a small file's time would go into loading the program once more.
          isolate: false,
          setupFiles: ['test/support/shared-process.ts'],
        },
      },
    ],
    // On two cores: a tenth of the time is spent waiting for leases, pauses and other processes.
    maxWorkers: 3,
    reporters: ['default', new RetriedTests()],
  },
});
