import { expect, test } from 'vitest';
import { NothingMade, ProgramMissing } from '../../conversion/external-program.ts';
import { WorkExhausted, WorkshopBusy } from '../../conversion/workshop.ts';
import { withConversionFailures } from './conversion-failures.ts';

test.each([
  [new NothingMade('a.pdf is no PDF'), 'operation.failed', 400, 'a.pdf is no PDF'],
  [new WorkExhausted('it took too long'), 'operation.failed', 400, 'it took too long'],
  [new ProgramMissing('qpdf'), 'conversion.program-missing', 501, 'Debian package qpdf'],
  [new WorkshopBusy('200 conversions wait already'), 'conversion.busy', 503, 'try again later'],
])('a failed conversion is answered as what it is: %s', async (error, code, status, text) => {
  const work = withConversionFailures(() => Promise.reject(error));
  await expect(work).rejects.toMatchObject({
    code,
    status,
    message: expect.stringContaining(text),
  });
});

test('other errors stay what they are', async () => {
  const error = new TypeError('no function');
  await expect(withConversionFailures(() => Promise.reject(error))).rejects.toBe(error);
});
