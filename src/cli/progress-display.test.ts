import { expect, test } from 'vitest';
import { formatBytes, formatSeconds } from './progress-display.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [63_400_000, '63.4 MB'],
  [5e15, '5000.0 TB'],
])('%d bytes are shown as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.4, '0:00'],
  [59.6, '1:00'],
  [754, '12:34'],
  [3_600, '1:00:00'],
  [360_061, '100:01:01'],
])('%d seconds are shown as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
