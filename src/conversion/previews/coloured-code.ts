import { escapeHtml } from '../../base/escape-html.ts';

/** Of the library: its own types would add those of browsers to the whole program. */
interface Highlighter {
  registerLanguage(name: string, definition: unknown): void;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

const library: string = 'highlight.js/lib';

/** HTML of the code with elements `span` for its parts; without them if the library fails. */
export async function coloured(code: string, language: string): Promise<string> {
  try {
    const { default: highlighter } = (await import(`${library}/core`)) as { default: Highlighter };
    const { default: definition } = await import(`${library}/languages/${language}`);
    highlighter.registerLanguage(language, definition);
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  } catch {
    return escapeHtml(code);
  }
}
