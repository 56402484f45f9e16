import { describe, expect, test } from 'vitest';
import { createLogger, type LogFormat } from './log.ts';

function logTo(
  format: LogFormat,
  isTTY: boolean,
  work: (log: ReturnType<typeof createLogger>) => void,
) {
  let text = '';
  const output = {
    isTTY,
    write: (more: string) => {
      text += more;
    },
  };
  work(createLogger('debug', format, output));
  return text;
}

describe('the log', () => {
  test.each([
    ['auto', true, false],
    ['auto', false, true],
    ['json', true, true],
    ['text', false, false],
  ] as const)('with %s on a terminal (%s) is JSON: %s', (format, isTTY, isJson) => {
    const text = logTo(format, isTTY, (log) => log.info({ port: 8080 }, 'listening'));
    if (isJson) expect(JSON.parse(text)).toMatchObject({ level: 30, msg: 'listening', port: 8080 });
    else expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}listening {2}port=8080\n$/);
  });

  test('shows errors with their stack below, and details that are objects as JSON', () => {
    const text = logTo('text', true, (log) =>
      log.error({ err: new Error('broken'), at: { a: 1 } }, 'request failed'),
    );
    expect(text).toMatch(/^\S+ ERROR request failed {2}at=\{"a":1\}\n {4}Error: broken\n {4}at /);
  });

  test('nothing that others sent moves the cursor or changes colours', () => {
    const text = logTo('text', true, (log) => log.warn({ url: '/\u001b[2J' }, 'a\r\nb\u001b[31m'));
    expect(text).toMatch(/WARN {2}a\ufffd\ufffdb\ufffd\[31m {2}url=\/\ufffd\[2J\n$/);
  });
});
