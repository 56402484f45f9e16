import { expect, test } from 'vitest';
import { isAppError } from '../base/errors/app-error.ts';
import { conversionError } from './conversion-error.ts';
import { NothingMade, ProgramMissing } from './external-program.ts';
import { WorkshopBusy } from './workshop.ts';

test.each([
  [new NothingMade('it is damaged'), 'conversion.failed', /converted: it is damaged$/],
  [new ProgramMissing('gs'), 'conversion.program-missing', /gs .* package ghostscript/],
  [new WorkshopBusy('9 wait'), 'conversion.busy', /try again later/],
] as const)('%s is told as %s', (error, code, message) => {
  const told = conversionError(error);
  expect(isAppError(told, code)).toBe(true);
  expect(told).toMatchObject({ message: expect.stringMatching(message), cause: error });
});

test('that many conversions wait says when to try again', () => {
  expect(conversionError(new WorkshopBusy('9 wait'))).toMatchObject({
    status: 503,
    detail: { retryAfterSeconds: 10 },
  });
});

test('other errors stay as they are', () => {
  const error = new Error('the disk is gone');
  expect(conversionError(error)).toBe(error);
});
