import createPurifier from 'dompurify';
import { Marked } from 'marked';

const elements = [
  ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'samp', 'sub', 'sup', 'small'],
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img'],
  ...['em', 'strong', 'b', 'i', 's', 'del', 'ins', 'u', 'mark', 'abbr', 'q', 'cite'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'details', 'summary'],
];

const attributes = ['href', 'src', 'alt', 'title', 'align', 'colspan', 'rowspan', 'start', 'open'];

/** Pictures within the text only: those from elsewhere tell their owner who reads, and addresses of this server do something with the rights of the reader. */
const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;
const links = /^(?:https?:|mailto:|tel:)/i;

/** A purifier of its own, so that its rules are for Markdown only. */
const purifier = createPurifier(window);

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'A') openElsewhere(element);
  if (element.tagName === 'IMG' && !pictures.test(element.getAttribute('src') ?? '')) {
    element.replaceWith(element.getAttribute('alt') ?? '');
  }
});

/** The purifier removes them as well; before that, browsers report each one as an offence against the policy of the page. */
const reported = /\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;

const markdown = new Marked({
  gfm: true,
  renderer: {
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    html: ({ text }) => text.replace(/<[^>]*>/g, (tag) => tag.replace(reported, '')),
  },
});

function openElsewhere(link: Element): void {
  if (!links.test(link.getAttribute('href') ?? '')) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

/** What Markdown says, without all that could run, load something or look like a part of the application. */
export function safeMarkdown(text: string): DocumentFragment {
  const html = markdown.parse(text, { async: false });
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  lowerHeadings(parsed);
  return purifier.sanitize(parsed.body.innerHTML, {
    ALLOWED_TAGS: elements,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** The first level is the title of the document, which stands above it. */
function lowerHeadings(parsed: Document): void {
  for (const heading of parsed.querySelectorAll('h1, h2, h3, h4, h5')) {
    const lower = parsed.createElement(`h${Number(heading.tagName[1]) + 1}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}
