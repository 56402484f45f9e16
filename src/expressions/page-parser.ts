import { AppError, isAppError } from '../base/errors/app-error.ts';
import { invalid, limitReached, shown } from './expression-error.ts';
import { parseExpression } from './expression-parser.ts';
import { requireSourceLength } from './lexer.ts';
import { expressionLimits } from './limits.ts';
import type { Node } from './syntax-tree.ts';

/** A part of a page: text, a value, a condition or a loop. */
export type PagePart =
  | string
  | { readonly kind: 'value'; readonly value: Node; readonly escape: 'html' | 'xml' | null }
  | { readonly kind: 'if'; readonly branches: readonly Branch[] }
  | {
      readonly kind: 'list';
      readonly list: Node;
      readonly name: string;
      readonly body: readonly PagePart[];
    };

/** Of a condition; null: otherwise. */
interface Branch {
  readonly condition: Node | null;
  readonly body: readonly PagePart[];
}

const opening = /\$\{|<#--|<\/?[#@][A-Za-z]*/g;
const listed = /^([\s\S]*\S)\s+as\s+([\p{L}_][\p{L}\p{N}_]*)\s*$/u;
const escaped = /\?(html|xml)\s*$/;

/**
 * Parses a page with the part of the FreeMarker language that this server has: `${…}`, `<#if>`, `<#elseif>`,
 * `<#else>`, `<#list … as …>` and comments, around expressions of its own language.
 *
 * @throws AppError expression.invalid with the line, also for other directives
 */
export function parsePage(source: string): readonly PagePart[] {
  requireSourceLength(source);
  return new PageParser(source).parse();
}

/** A directive that is open, and where its parts go. */
interface OpenBlock {
  readonly name: 'if' | 'list' | null;
  readonly at: number;
  parts: PagePart[];
  readonly branches: Branch[];
  condition: Node | null;
  readonly loop?: { readonly list: Node; readonly name: string };
}

class PageParser {
  readonly #source: string;
  readonly #open: OpenBlock[] = [];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#begin({ name: null, condition: null });
  }

  parse(): readonly PagePart[] {
    for (;;) {
      opening.lastIndex = this.#at;
      const found = opening.exec(this.#source);
      const end = found?.index ?? this.#source.length;
      if (end > this.#at) this.#block.parts.push(this.#source.slice(this.#at, end));
      this.#at = end;
      if (!found) break;
      this.#readMark(found[0]);
    }
    const { name, at, parts } = this.#block;
    if (name !== null) throw this.#wrong(at, `<#${name}> is not closed`);
    return parts;
  }

  get #block(): OpenBlock {
    return this.#open.at(-1) as OpenBlock;
  }

  #begin(block: Pick<OpenBlock, 'name' | 'condition' | 'loop'>): void {
    if (this.#open.length > expressionLimits.nestingDepthMax) {
      throw limitReached(
        `Directives are nested more than ${expressionLimits.nestingDepthMax} deep; make the template flatter`,
      );
    }
    this.#open.push({ ...block, at: this.#at, parts: [], branches: [] });
  }

  #readMark(mark: string): void {
    const at = this.#at;
    this.#at += mark.length;
    if (mark === '<#--') this.#skipComment(at);
    else if (mark.startsWith('$')) this.#readValue(at);
    else if (mark === '<#if') {
      this.#begin({ name: 'if', condition: this.#readTag(at) });
    } else if (mark === '<#elseif' || mark === '<#else') this.#readBranch(at, mark);
    else if (mark === '<#list')
      this.#begin({ name: 'list', condition: null, loop: this.#readLoop(at) });
    else if (mark === '</#if' || mark === '</#list') this.#close(at, mark);
    else {
      const hint = `templates have \${…}, <#if>, <#elseif>, <#else>, <#list … as …> and <#-- … -->`;
      throw this.#wrong(at, `${mark}> is not supported; ${hint}`);
    }
  }

  #skipComment(at: number): void {
    const end = this.#source.indexOf('-->', this.#at);
    if (end === -1) throw this.#wrong(at, 'a comment is not closed');
    this.#at = end + 3;
  }

  #readValue(at: number): void {
    const text = this.#until('}', at);
    const sign = (escaped.exec(text)?.[1] ?? null) as 'html' | 'xml' | null;
    const value = this.#expression(text.replace(escaped, ''), at);
    this.#block.parts.push({ kind: 'value', value, escape: sign });
  }

  #readBranch(at: number, mark: string): void {
    const block = this.#block;
    if (block.name !== 'if' || (block.condition === null && block.branches.length > 0)) {
      throw this.#wrong(at, `${mark}> is in no <#if>, or behind its <#else>`);
    }
    block.branches.push({ condition: block.condition, body: block.parts });
    block.parts = [];
    if (mark === '<#elseif') block.condition = this.#readTag(at);
    else {
      this.#until('>', at);
      block.condition = null;
    }
  }

  #readTag(at: number): Node {
    return this.#expression(this.#until('>', at), at);
  }

  #readLoop(at: number): { readonly list: Node; readonly name: string } {
    const text = this.#until('>', at);
    const [, list, name] = listed.exec(text) ?? [];
    if (!list || !name)
      throw this.#wrong(at, `<#list${shown(text)}> has not the form: list as name`);
    return { list: this.#expression(list, at), name };
  }

  #close(at: number, mark: string): void {
    this.#until('>', at);
    const { name, parts, branches, condition, loop } = this.#block;
    if (`</#${name}` !== mark) throw this.#wrong(at, `${mark}> closes no directive`);
    this.#open.pop();
    this.#block.parts.push(
      loop
        ? { kind: 'list', ...loop, body: parts }
        : { kind: 'if', branches: [...branches, { condition, body: parts }] },
    );
  }

  /** What is before the closing sign, which may also be in texts and brackets. */
  #until(closing: '}' | '>', at: number): string {
    const from = this.#at;
    let quote = '';
    let depth = 0;
    for (; this.#at < this.#source.length; this.#at += 1) {
      const sign = this.#source.charAt(this.#at);
      if (quote !== '') {
        if (sign === '\\') this.#at += 1;
        else if (sign === quote) quote = '';
      } else if (sign === '"' || sign === "'") quote = sign;
      else if (depth === 0 && sign === closing) {
        const text = this.#source.slice(from, this.#at);
        this.#at += 1;
        return text;
      } else if ('([{'.includes(sign)) depth += 1;
      else if (')]}'.includes(sign)) depth -= 1;
    }
    throw this.#wrong(at, `${shown(this.#source.slice(at, from))} has no ${closing}`);
  }

  #expression(text: string, at: number): Node {
    try {
      return parseExpression(text).root;
    } catch (error) {
      if (!isAppError(error)) throw error;
      throw new AppError(error.code, `line ${this.#lineAt(at)}: ${error.message}`);
    }
  }

  #wrong(at: number, reason: string): AppError {
    return invalid(`line ${this.#lineAt(at)}: ${reason}`);
  }

  #lineAt(at: number): number {
    return this.#source.slice(0, at).split('\n').length;
  }
}
