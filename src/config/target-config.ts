import { ConfigError, loadConfig } from './load.ts';
import { problemsTogether } from './problems-together.ts';
import type { Config, SettingName } from './settings.ts';

/** Where a store is. These are never taken from another configuration: two stores are in two places. */
const places: ReadonlySet<string> = new Set([
  'blobStoreUrl',
  'data',
  'databaseStandbyUrl',
  'databaseUrl',
  'recordsFolder',
  'repositories',
]);

/**
 * The configuration of a store to which another one is copied: what its file does not say is as the source has
 * it, so that both have the same content model, but for the places.
 *
 * @throws ConfigError
 */
export function loadTargetConfig(source: Config, file: string): Config {
  const { config: own, sources } = loadConfig({ environment: {}, flags: {}, file });
  if (sources.data === 'default') {
    const remedy = 'name the folder of the target, which its server gets as well';
    throw new ConfigError([`file ${file}, data: is missing; ${remedy}`]);
  }
  const names = (Object.keys(own) as SettingName[]).filter(
    (name) => sources[name] === 'file' || places.has(name),
  );
  const config = { ...source, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
  const problems = problemsTogether(config);
  if (problems.length > 0) throw new ConfigError(problems.map((text) => `file ${file}, ${text}`));
  return Object.freeze(config);
}
