import type { SettingDefinition } from './setting-definition.ts';
import { type Config, type SettingName, settings } from './settings.ts';

const hidden = '***';
const secretName = /password|token|secret/i;

/** Parts of longer values that are secret: of URLs, of lists of parameters, keys of cloud services. */
const secretParts: readonly (readonly [RegExp, string])[] = [
  [
    /(\b\w*(?:password|passwd|pwd|token|secret|apikey|api_key|key)\w*=)[^&;,\s"']*/gi,
    `$1${hidden}`,
  ],
  [/(:\/\/[^/\s:@]*:)[^/\s@]*@/g, `$1${hidden}@`],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, hidden],
];

/** The settings that are not at their defaults, and all of them: as texts, without anything secret. */
interface ShownConfig {
  readonly configured: Readonly<Record<string, string>>;
  readonly all: Readonly<Record<string, string>>;
}

export function redactConfig(config: Config): ShownConfig {
  const definitions = Object.entries(settings) as [SettingName, SettingDefinition<unknown>][];
  const configured: Record<string, string> = {};
  const all: Record<string, string> = {};
  for (const [name, definition] of definitions) {
    const value = config[name];
    const shown = shownValue(name, definition, value);
    all[name] = shown;
    if (JSON.stringify(value) !== JSON.stringify(definition.default)) configured[name] = shown;
  }
  return { configured, all };
}

function shownValue(
  name: string,
  { isSecret = false }: SettingDefinition<unknown>,
  value: unknown,
): string {
  if (value === null || value === '') return '';
  if (isSecret || secretName.test(name)) return hidden;
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return secretParts.reduce(
    (shown, [pattern, replacement]) => shown.replace(pattern, replacement),
    text,
  );
}
