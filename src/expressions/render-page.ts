import { escapeHtml } from '../base/escape-html.ts';
import { Budget } from './budget.ts';
import { invalid } from './expression-error.ts';
import { evaluate } from './interpreter.ts';
import { requireCondition } from './operators.ts';
import { type PagePart, parsePage } from './page-parser.ts';
import { Run } from './run.ts';
import type { ExpressionScope } from './scope.ts';
import { requireLength, text } from './text.ts';
import { isList, kindName } from './value.ts';

/** What is made of a page. The limits of an expression apply to all of it together. */
export async function renderPage(
  source: string,
  scope: ExpressionScope,
  { deadlineMs }: { readonly deadlineMs?: number } = {},
): Promise<string> {
  const rendering = new Rendering(new Run(scope, new Budget(deadlineMs)));
  await rendering.add(parsePage(source));
  return rendering.made;
}

class Rendering {
  made = '';
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async add(parts: readonly PagePart[]): Promise<void> {
    for (const part of parts) {
      if (typeof part === 'string') this.#write(part);
      else if (part.kind === 'value') {
        const written = text(await evaluate(part.value, this.#run, 0));
        this.#write(part.escape === null ? written : escapeHtml(written));
      } else if (part.kind === 'if') await this.#addBranch(part);
      else await this.#addItems(part);
    }
  }

  async #addBranch({ branches }: Extract<PagePart, { kind: 'if' }>): Promise<void> {
    for (const { condition, body } of branches) {
      const holds = condition === null || requireCondition(await evaluate(condition, this.#run, 0));
      if (!holds) continue;
      await this.add(body);
      return;
    }
  }

  async #addItems({ list, name, body }: Extract<PagePart, { kind: 'list' }>): Promise<void> {
    const items = await evaluate(list, this.#run, 0);
    if (items === null) return;
    if (!isList(items)) throw invalid(`<#list … as ${name}>: ${kindName(items)} is no list`);
    await this.#run.withVariable(name, async (set) => {
      for (const item of items) {
        this.#run.budget.charge(1);
        if (this.#run.budget.isPauseDue()) await this.#run.budget.pause();
        set(item);
        await this.add(body);
      }
    });
  }

  #write(piece: string): void {
    this.#run.budget.chargeText(piece.length);
    requireLength(this.made.length + piece.length);
    this.made += piece;
  }
}
