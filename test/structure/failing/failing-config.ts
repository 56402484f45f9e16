import { defineConfig } from 'vitest/config';

/** The behaviour project with nothing but a test that fails. */
export default defineConfig({
  test: {
    include: ['test/structure/failing/fails.ts'],
    globalSetup: ['test/support/postgres-server.ts'],
  },
});
