import type { Config } from '../config/settings.ts';

/** The parsed command line. */
export interface CommandInput {
  /** The settings of the repository. */
  readonly config: Config;
  readonly repository: string;
  /** The settings at the top, which are those of the default repository. */
  readonly serverConfig: Config;
  readonly args: readonly string[];
  /** The command's own options by their camelCase name. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A command returns its exit status. */
export type CommandRunner = (input: CommandInput) => Promise<number>;
