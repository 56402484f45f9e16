import { type Figure, isMet, type Spread, type Target } from './scenario.ts';

const titles = ['scenario', 'ours', 'floor', 'ratio', 'min–max', 'target', ''] as const;

/** A Markdown table, ready for docs/reference/performance.md. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [titles.map(String), ...figures.map(cells)];
  const widths = titles.map((_title, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) => line(row.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  lines.splice(1, 0, line(widths.map((width) => '-'.repeat(width))));
  return lines.join('\n');
}

function line(row: readonly string[]): string {
  return `| ${row.join(' | ')} |`;
}

function cells(figure: Figure): string[] {
  const { name, ours, floor, value, target } = figure;
  const range = value.min === value.max ? '' : formatRange(value);
  const verdict = isMet(figure) ? 'ok' : missed(target);
  return [name, ours, floor, number(value.median), range, formatTarget(target), verdict];
}

function missed(target: Target): string {
  return 'atLeast' in target ? 'below' : 'above';
}

function formatRange({ min, max }: Spread): string {
  return `${number(min)}–${number(max)}`;
}

function formatTarget(target: Target): string {
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

function number(value: number): string {
  return value >= 20 ? value.toFixed(0) : value.toFixed(2);
}
