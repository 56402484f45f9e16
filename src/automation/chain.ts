import type { ParamDefinition } from './define.ts';

/** One operation of a chain with the parameters of its definition. */
export interface ChainStep {
  readonly operation: string;
  /** As in the definition: JSON values, which may be `expr:` texts. */
  readonly params: ReadonlyMap<string, unknown>;
}

/** Operations run one after the other: the output of one is the input of the next. */
export interface ChainDefinition {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly description: string | null;
  readonly params: Readonly<Record<string, ParamDefinition>>;
  readonly steps: readonly ChainStep[];
  /** The file that defines it; none for built-in chains. */
  readonly source?: string;
}
