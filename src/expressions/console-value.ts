import { expressionLimits } from './limits.ts';
import { text } from './text.ts';
import { type ExpressionValue, HostObject } from './value.ts';

type ConsoleLevel = 'trace' | 'info' | 'warn' | 'error';

const levels: ReadonlyMap<string, ConsoleLevel> = new Map<string, ConsoleLevel>([
  ['trace', 'trace'],
  ['log', 'info'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
]);

/** `Console`: messages for the log of the server. */
export class ConsoleValue extends HostObject {
  readonly #write: (level: ConsoleLevel, message: string) => void;

  constructor(write: (level: ConsoleLevel, message: string) => void) {
    super();
    this.#write = write;
  }

  override call(name: string, args: readonly ExpressionValue[]): null | undefined {
    const level = levels.get(name);
    if (level === undefined) return undefined;
    const message = text(args[0] ?? null);
    this.#write(level, message.slice(0, expressionLimits.consoleLengthMax));
    return null;
  }

  override text(): string {
    return 'Console';
  }
}
