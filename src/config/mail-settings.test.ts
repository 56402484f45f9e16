import { expect, test } from 'vitest';
import { loadConfig } from './load.ts';

const from = { mailFrom: 'Archive <archive@example.org>' };

test.each([
  [{ mailHost: 'mail.example.org' }, 'mailFrom: with mailHost'],
  [{ mailHost: 'mail.example.org', ...from, mailUser: 'a' }, 'mailUser, mailPassword'],
  [
    { mailHost: 'mail.example.org', ...from, mailUser: 'a', mailPassword: 'b', mailTls: 'off' },
    'off would send the password as plain text',
  ],
  [{ mailFrom: 'a@b, c@d' }, 'must be an address'],
  [{ mailFrom: 'a\r\nBcc: c <a@b>' }, 'must be an address'],
  [{ mailSubjectPrefix: 'a\nb' }, 'of one line'],
  [{ mailHost: 'a b' }, 'must be a host name'],
])('%o is refused', (flags, problem) => {
  expect(() => loadConfig({ environment: {}, flags })).toThrow(problem);
});

test('a mail server with a login over TLS is accepted', () => {
  const flags = { mailHost: '::1', ...from, mailUser: 'a', mailPassword: 'b' };
  const { config } = loadConfig({ environment: {}, flags });
  expect([config.mailTls, config.mailPort]).toEqual(['starttls', 0]);
});
