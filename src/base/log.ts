import { type Logger, pino } from 'pino';
import { readableLine } from './readable-log.ts';

export type { Logger };

/** `auto` is text on a terminal and JSON anywhere else: in files, pipes and collectors of logs. */
export type LogFormat = 'auto' | 'json' | 'text';

interface LogOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createLogger(
  level: string,
  format: LogFormat = 'json',
  output: LogOutput = process.stdout,
): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const isText = format === 'text' || (format === 'auto' && output.isTTY === true);
  if (isText) return pino(options, { write: (line) => void output.write(readableLine(line)) });
  // Without an explicit output pino writes to standard output without the streams of Node: faster.
  return output === process.stdout
    ? pino(options)
    : pino(options, output as { write(line: string): void });
}
