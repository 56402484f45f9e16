import type { ParamDefinition } from './define.ts';

/** One operation of a chain with what its definition fixes. */
export interface ChainStep {
  readonly operation: string;
  /** As the definition has it: JSON values, `expr:` texts among them. */
  readonly params: ReadonlyMap<string, unknown>;
}

/** Operations run one after the other: the output of one is the input of the next. */
export interface ChainDefinition {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly description: string | null;
  readonly params: Readonly<Record<string, ParamDefinition>>;
  readonly steps: readonly ChainStep[];
  /** The file that defines it; none for those that come with the program. */
  readonly source?: string;
}
