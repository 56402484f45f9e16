import type { Config } from '../config/settings.ts';

/** The parsed command line. */
export interface CommandInput {
  readonly config: Config;
  readonly args: readonly string[];
  /** The command's own options by their camelCase name. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A command returns its exit status. */
export type CommandRunner = (input: CommandInput) => Promise<number>;
