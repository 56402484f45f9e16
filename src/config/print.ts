import type { LoadedConfig } from './load.ts';
import type { SettingDefinition } from './setting-definition.ts';
import { type SettingName, settings } from './settings.ts';

/** One line per setting: name, value, where it came from. Secrets are never shown. */
export function printConfig({ config, sources }: LoadedConfig): string {
  const rows = (Object.entries(settings) as [SettingName, SettingDefinition<unknown>][]).map(
    ([name, definition]) => {
      const value = config[name];
      const shown = definition.isSecret && value !== null ? '"***"' : JSON.stringify(value);
      return [name, shown, sources[name]];
    },
  );
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([name, value, source]) =>
      [name?.padEnd(widths[0] ?? 0), value?.padEnd(widths[1] ?? 0), source].join('  '),
    )
    .join('\n');
}
