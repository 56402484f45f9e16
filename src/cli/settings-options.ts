import { type Command, Option } from 'commander';
import { flagName, type LoadedConfig, loadConfig } from '../config/load.ts';
import { printConfig } from '../config/print.ts';
import type { SettingDefinition } from '../config/setting-definition.ts';
import { settings } from '../config/settings.ts';
import { terminal } from './terminal.ts';

/** Every setting is a flag too: `--` and its name in kebab-case, `--no-…` for false. */
export function addSettingsOptions(program: Command): void {
  program.option('--config <file>', 'configuration file (environment CARTULARY_CONFIG)');
  program.option('--print-config', 'print every setting and where it came from, and exit');
  for (const [name, definition] of Object.entries(settings) as [
    string,
    SettingDefinition<unknown>,
  ][]) {
    for (const option of optionsOf(name, definition)) {
      program.addOption(option.helpGroup(settingsGroup));
    }
  }
}

/** Heading of the settings in the help, where they follow the options of the program itself. */
const settingsGroup = 'Settings, for every command:';

/** For the help of a command: it lists its own options and says where the settings are listed. */
export const settingsHint = `
Every command takes the settings of the server as options, too, such as --data and --database-url:
"cartulary --help" lists them.`;

function optionsOf(name: string, definition: SettingDefinition<unknown>): Option[] {
  const flag = flagName(name);
  const description = `${definition.description} (environment ${definition.env})`;
  if (typeof definition.default !== 'boolean') return [new Option(`${flag} <value>`, description)];
  const negative = new Option(flag.replace(/^--/, '--no-'), `opposite of ${flag}`);
  return [new Option(flag, description), negative.hideHelp()];
}

/**
 * The configuration from the flags of a command line, the environment and the file.
 *
 * @throws ConfigError
 */
export function loadCommandConfig(options: Readonly<Record<string, unknown>>): LoadedConfig {
  const flags = Object.entries(options).filter(([name]) => Object.hasOwn(settings, name));
  const { config } = options;
  return loadConfig({
    environment: process.env,
    flags: Object.fromEntries(flags),
    file: typeof config === 'string' ? config : process.env.CARTULARY_CONFIG,
  });
}

/** True when the configuration was asked for and has been printed: then the command is done. */
export function printConfigIfAsked(options: Readonly<Record<string, unknown>>): boolean {
  if (options.printConfig !== true) return false;
  terminal.print(printConfig(loadCommandConfig(options)));
  return true;
}
