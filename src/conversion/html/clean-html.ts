import { MarkupReader } from '../../content/text-extraction/markup-reader.ts';
import { escapedText } from './page.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Of a whole page only. */
const pageElements = words('html head body title');

const elements = words(`
  a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre
  q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`);

/** Elements that are left out with all that is in them. */
const hidden = words(`
  applet embed frame frameset iframe math noembed noframes noscript object script select svg template textarea xmp`);

/** Elements without content. */
const empty = words('br col hr img wbr');

const attributes = words(`
  align alt bgcolor border cellpadding cellspacing class color cols colspan datetime dir face height href id lang
  name rowspan rules size span src start style title type valign value width`);

const safeLink = /^(?:https?:|mailto:|ftp:|#)/i;
const safePicture = /^data:image\/(?:png|jpeg|gif|webp);/i;
/** Ways of styles to load something, or to hide it. */
const unsafeStyle = /url\s*\(|@import|\\|expression|behavior|binding|<|\/\*/i;

function isSafe(name: string, value: string): boolean {
  if (!attributes.has(name)) return false;
  if (name === 'href') return safeLink.test(value.trim());
  if (name === 'src') return safePicture.test(value.trim());
  return name !== 'style' || !unsafeStyle.test(value);
}

interface CleanOptions {
  /** Or a part of one, in which styles for all of the page are left out. */
  readonly isPage: boolean;
  /** Of the page, in place of its own. */
  readonly title?: string;
}

/** Writes what is harmless of a page that is read by its events. */
class Cleaner {
  #parts: string[] = [];
  readonly #isPage: boolean;
  /** A tag that has begun: its attributes follow. */
  #tag = '';
  #hiddenBy = '';
  #depth = 0;
  /** The text of a style; null outside of one. */
  #style: string | null = null;

  readonly #title: string | undefined;

  constructor({ isPage, title }: CleanOptions) {
    this.#isPage = isPage;
    this.#title = title;
  }

  take(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    return text;
  }

  onOpen(name: string): void {
    this.endTag();
    if (this.#hiddenBy === '' && this.#isHidden(name)) this.#hiddenBy = name;
    if (name === this.#hiddenBy) this.#depth += 1;
    if (this.#hiddenBy !== '') return;
    if (name === 'style') this.#style = '';
    else if (this.#isKnown(name)) this.#tag = `<${name}`;
  }

  onAttribute(name: string, value: string): void {
    if (this.#tag === '' || !isSafe(name, value)) return;
    this.#tag += ` ${name}="${escapedText(value).replaceAll('"', '&quot;')}"`;
  }

  onText(text: string): void {
    this.endTag();
    if (this.#hiddenBy !== '') return;
    if (this.#style === null) this.#parts.push(escapedText(text));
    else this.#style += text;
  }

  onClose(name: string): void {
    this.endTag();
    if (this.#hiddenBy !== '') this.#closeHidden(name);
    else if (name === 'style') this.#writeStyle();
    else if (this.#isKnown(name) && !empty.has(name)) this.#parts.push(`</${name}>`);
  }

  /** To be called at the end too. */
  endTag(): void {
    if (this.#tag === '') return;
    this.#parts.push(`${this.#tag}>`);
    // Before all texts: without it they would be read as in some other character set.
    if (/^<head\b/.test(this.#tag)) {
      this.#parts.push('<meta charset="utf-8">');
      if (this.#title) this.#parts.push(`<title>${escapedText(this.#title)}</title>`);
    }
    this.#tag = '';
  }

  #closeHidden(name: string): void {
    if (name !== this.#hiddenBy) return;
    this.#depth -= 1;
    if (this.#depth === 0) this.#hiddenBy = '';
  }

  #writeStyle(): void {
    const style = this.#style ?? '';
    this.#style = null;
    // Pages of old programs have their styles in a comment.
    const bare = style.replace(/^\s*<!--/, '').replace(/-->\s*$/, '');
    if (this.#isPage && bare !== '' && !unsafeStyle.test(bare)) {
      this.#parts.push(`<style>${bare}</style>`);
    }
  }

  #isHidden(name: string): boolean {
    return hidden.has(name) || (name === 'title' && this.#title !== undefined);
  }

  #isKnown(name: string): boolean {
    return elements.has(name) || (this.#isPage && pageElements.has(name));
  }
}

/** A page without scripts, forms and frames, and without references that are loaded with it. */
export function* cleanHtml(pieces: Iterable<string>, options: CleanOptions): Generator<string> {
  const cleaner = new Cleaner(options);
  const reader = new MarkupReader(
    {
      onOpen: (name) => cleaner.onOpen(name),
      onAttribute: (name, value) => cleaner.onAttribute(name, value),
      onClose: (name) => cleaner.onClose(name),
      onText: (text) => cleaner.onText(text),
    },
    { isXml: false },
  );
  if (options.isPage) yield '<!DOCTYPE html>\n';
  for (const piece of pieces) {
    reader.write(piece);
    yield cleaner.take();
  }
  reader.end();
  cleaner.endTag();
  yield cleaner.take();
}
