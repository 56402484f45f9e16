import type { Config } from '../config/settings.ts';

/** What the command line says. */
export interface CommandInput {
  readonly config: Config;
  readonly args: readonly string[];
  /** The command's own options by their camelCase name. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A command answers its exit status. */
export type CommandRunner = (input: CommandInput) => Promise<number>;
