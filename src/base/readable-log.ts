import { printable } from './printable.ts';

const levels: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [name: string]: unknown;
}

/**
 * Formats a JSON line of the log for people: `14:03:11.250 WARN text name=value`, errors with their
 * stack below. Other text is returned unchanged.
 */
export function readableLine(json: string): string {
  let line: LogLine;
  try {
    line = JSON.parse(json) as LogLine;
  } catch {
    return json;
  }
  const { level, time, msg = '', err, ...others } = line;
  const clock = time.slice(time.indexOf('T') + 1, -1);
  const details = Object.entries(others).map(([name, value]) => `${name}=${shown(value)}`);
  const label = (levels[level] ?? String(level)).padEnd(5);
  const head = [`${clock} ${label} ${printable(msg)}`, ...details].join('  ');
  return `${head}\n${err === undefined ? '' : stackOf(err)}`;
}

function shown(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

function stackOf({ stack, message = '' }: NonNullable<LogLine['err']>): string {
  const lines = (stack ?? message).split('\n');
  return lines.map((line) => `    ${printable(line.trim())}\n`).join('');
}
