import type { Problem } from './setting-values.ts';

/** How a setting is given and what it may be; `settings.ts` has all of them. */
export interface SettingDefinition<T> {
  readonly env: string;
  readonly description: string;
  /** Shown as *** by --print-config. */
  readonly isSecret?: boolean;
  /** The value names files or folders; in the configuration file they are relative to it. */
  readonly isPath?: boolean;
  readonly default: T;
  /** The value, or a problem text. Input comes as text from the environment and flags. */
  parse(input: unknown): T | Problem;
}

/** Gives definitions their type. */
export function setting<T>(definition: SettingDefinition<T>): SettingDefinition<T> {
  return definition;
}
