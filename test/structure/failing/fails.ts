import { expect, test } from 'vitest';

test('fails', () => {
  expect('the run').toBe('red');
});
