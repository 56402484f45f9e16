import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../base/escape-html.ts';
import { distributionName } from '../../entities/capabilities-entity.ts';
import texts from '../../model/data/pages.json' with { type: 'json' };
import { parseAcceptLanguage } from '../requests/accept-language.ts';
import type { RouteReply } from '../route.ts';
import { logo, pageStyle, styleSource } from './page-look.ts';

type PageText = keyof typeof texts.en;

/** Texts in the language that the browser prefers. */
export interface PageTexts {
  readonly language: string;
  /** Escaped for HTML, with the name in its place. */
  text(key: PageText, name?: string): string;
}

export function pageTexts(headers: IncomingHttpHeaders): PageTexts {
  const known: Readonly<Record<string, Readonly<Record<PageText, string>>>> = texts;
  const wanted = parseAcceptLanguage(headers['accept-language']).map(
    (language) => language.split('-')[0]?.toLowerCase() ?? '',
  );
  const language = wanted.find((each) => Object.hasOwn(known, each)) ?? 'en';
  const found = known[language] ?? texts.en;
  return {
    language,
    text: (key, name = '') => escapeHtml(found[key].replace(/\$\{name\}/, () => name)),
  };
}

interface Page {
  readonly status: number;
  readonly language: string;
  /** HTML, as is the content. */
  readonly title: string;
  readonly content: string;
  /** Sources to which its form may lead beside this server, also by a redirect. */
  readonly formTargets?: readonly string[];
}

/**
 * A page that needs no sign-in. Its address is a secret: it is neither stored by browsers and proxies
 * nor told to other sites, and the page loads nothing.
 */
export function publicPage({
  status,
  language,
  title,
  content,
  formTargets = [],
}: Page): RouteReply {
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${pageStyle}
</head>
<body>
<main>
<div class="brand">${logo}<p class="name">${escapeHtml(distributionName)}</p></div>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return { status, headers: { ...headers, 'Content-Security-Policy': policy(formTargets) }, text };
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  // With `no-referrer` browsers would send forms with the origin `null`, which is refused.
  'Referrer-Policy': 'same-origin',
};

function policy(formTargets: readonly string[]): string {
  const targets = ["'self'", ...formTargets].join(' ');
  return `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action ${targets}; frame-ancestors 'none'`;
}
