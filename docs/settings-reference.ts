import type { SettingDefinition } from '../src/config/setting-definition.ts';
import { type SettingName, settings } from '../src/config/settings.ts';

const introduction = `# Settings

This page is generated from \`src/config\` by \`npm run docs\`; change that, not the page.

Each setting can be given in \`cartulary.config.json\` by its name, in the environment, or as a flag (\`--\` and the name
in kebab-case, such as \`--log-level\`). A flag wins over the environment, and that over the file. Lists are separated by
commas, and arrays in the file. \`cartulary serve --print-config\` shows the values in use.`;

/** Defaults that depend on the machine. */
const computedDefaults: Partial<Record<SettingName, string>> = {
  queryThreads: '2 to 4, by the processors',
};

function shownDefault(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;
}

/** The page on settings. */
export function settingsReference(): string {
  const all = Object.entries(settings) as [SettingName, SettingDefinition<unknown>][];
  const rows = all
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { env, description, default: value }]) => {
      const shown = computedDefaults[name] ?? shownDefault(value);
      return `| \`${name}\` | \`${env}\` | ${shown} | ${description.replaceAll('|', '\\|')} |`;
    });
  const head = ['| Setting | Environment | Default | Meaning |', '| --- | --- | --- | --- |'];
  return `${introduction}\n\n${[...head, ...rows].join('\n')}\n`;
}
