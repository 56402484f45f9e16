import { limitReached } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { type ExpressionValue, isList, isMap } from './value.ts';

/**
 * The form of a value in templates and concatenations: null is empty, lists are `[a, b]`, maps are
 * `{k=v}`, integers have no fraction.
 */
export function text(value: ExpressionValue): string {
  if (value === null) return '';
  if (typeof value === 'object') {
    const writer = new TextWriter();
    writer.write(value, 0);
    return writer.text;
  }
  return requireTextLength(String(value));
}

/** Refuses a text that an expression made too long. */
export function requireTextLength(made: string): string {
  requireLength(made.length);
  return made;
}

export function requireLength(length: number): void {
  if (length > expressionLimits.textLengthMax) {
    throw limitReached(
      `A text gets longer than ${expressionLimits.textLengthMax} characters; make it shorter`,
    );
  }
}

/** Checks the length while it writes: a list may contain another one many times, or itself. */
class TextWriter {
  text = '';

  write(value: ExpressionValue, depth: number): void {
    if (depth > expressionLimits.valueDepthMax) {
      throw limitReached(
        `Lists and maps are more than ${expressionLimits.valueDepthMax} deep; make them flatter`,
      );
    }
    if (value === null) return;
    if (typeof value !== 'object') this.#add(String(value));
    else if (isList(value)) this.#writeList(value, depth);
    else if (isMap(value)) this.#writeMap(value, depth);
    else this.#add(value.text());
  }

  #writeList(items: readonly ExpressionValue[], depth: number): void {
    this.#add('[');
    let separator = '';
    for (const item of items) {
      this.#add(separator);
      this.write(item, depth + 1);
      separator = ', ';
    }
    this.#add(']');
  }

  #writeMap(entries: ReadonlyMap<string, ExpressionValue>, depth: number): void {
    this.#add('{');
    let separator = '';
    for (const [key, item] of entries) {
      this.#add(`${separator}${key}=`);
      this.write(item, depth + 1);
      separator = ', ';
    }
    this.#add('}');
  }

  #add(piece: string): void {
    requireLength(this.text.length + piece.length);
    this.text += piece;
  }
}
