import { readExpression } from './expression-parser.ts';
import { requireSourceLength } from './lexer.ts';
import type { Expression, Template } from './syntax-tree.ts';
import { TokenReader } from './token-reader.ts';

export const templateOpening = '@{';

/** Parses text that contains `@{expression}`. */
export function parseTemplate(source: string): Template {
  requireSourceLength(source);
  const parts: (string | Expression)[] = [];
  let at = 0;
  for (;;) {
    const opening = source.indexOf(templateOpening, at);
    const literal = source.slice(at, opening === -1 ? source.length : opening);
    if (literal !== '') parts.push(literal);
    if (opening === -1) return { parts };
    // The tokens determine which brace closes: one inside a string does not.
    const tokens = new TokenReader(source, opening + templateOpening.length);
    parts.push({ root: readExpression(tokens) });
    if (!tokens.isSymbol('}')) throw tokens.unexpected('"}"');
    at = tokens.peek().to;
  }
}
