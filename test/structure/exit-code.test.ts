import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a run with a failing test exits with 1, also when it started PostgreSQL', () => {
  const config = 'test/structure/failing/failing-config.ts';
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config],
    { encoding: 'utf8' },
  );
  expect(stdout).toContain('1 failed');
  expect(status).toBe(1);
}, 180_000);
