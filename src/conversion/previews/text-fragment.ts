import { escapeHtml } from '../../base/escape-html.ts';
import { codeLanguageOf } from './code-language.ts';
import { coloured } from './coloured-code.ts';
import { readText } from './decoded-text.ts';
import { type FragmentSource, shortenedNotice } from './fragment.ts';
import { fragmentLimits } from './fragment-limits.ts';

const { textBytesMax, linesMax, colouredLengthMax } = fragmentLimits;

/** A text with numbers of lines, and coloured if it is source code. */
export async function textFragment(source: FragmentSource): Promise<string> {
  const { text, isWhole } = await readText(source, textBytesMax);
  const all = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const lines = all.split('\n');
  const shown = lines.length > linesMax ? lines.slice(0, linesMax).join('\n') : all;
  const language = codeLanguageOf(source);
  const html =
    language === undefined || shown.length > colouredLengthMax
      ? escapeHtml(shown)
      : await coloured(shown, language);
  const isShortened = !isWhole || shown.length < all.length;
  const rows = linesOf(html).map((line) => `<span class="line">${line}\n</span>`);
  const notice = isShortened ? shortenedNotice('the first part of the text is') : '';
  return `${notice}<pre class="code"><code>${rows.join('')}</code></pre>\n`;
}

/** Lines of HTML whose elements, all of them `span`, are closed at the end of each and opened again. */
function linesOf(html: string): readonly string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
}
