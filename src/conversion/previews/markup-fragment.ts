import { readText } from './decoded-text.ts';
import type { FragmentSource } from './fragment.ts';
import { fragmentLimits } from './fragment-limits.ts';
import { safeHtml } from './safe-html.ts';

const { markupBytesMax } = fragmentLimits;

/** @throws when the page is too large */
async function readMarkup(source: FragmentSource): Promise<string> {
  const { text, isWhole } = await readText(source, markupBytesMax);
  if (isWhole) return text;
  throw new Error(`it has more than ${markupBytesMax / 1024 / 1024} MB`);
}

/** The body of a page of HTML without all that is active in it. */
export async function htmlFragment(source: FragmentSource): Promise<string> {
  return `<article>\n${safeHtml(await readMarkup(source))}\n</article>\n`;
}

export async function markdownFragment(source: FragmentSource): Promise<string> {
  const { marked } = await import('marked');
  const html = await marked.parse(await readMarkup(source), { gfm: true, async: true });
  return `<article>\n${safeHtml(html)}\n</article>\n`;
}
