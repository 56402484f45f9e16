import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { type TokenKind, tokenAt } from './tokens.ts';

const styles: Readonly<Record<TokenKind, string | null>> = {
  space: null,
  keyword: 'keyword',
  name: 'propertyName',
  number: 'number',
  string: 'string',
  operator: 'operator',
  hint: 'comment',
  wrong: 'invalid',
};

const language = StreamLanguage.define({
  name: 'nxql',
  startState: () => ({ isInHint: false }),
  token(stream, state) {
    const { kind, text, isInHint } = tokenAt(stream.string, stream.pos, state.isInHint);
    stream.pos += text.length;
    state.isInHint = isInHint;
    return styles[kind];
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: tags.number, color: 'var(--warning)' },
  { tag: tags.comment, color: 'var(--text-quiet)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

/** Colours of the language. */
export const nxql = [language, syntaxHighlighting(colours)];
