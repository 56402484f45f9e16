import { escapeHtml } from '../../base/escape-html.ts';
import type { ShownProvider } from '../../model/sign-in-source.ts';
import type { PageTexts } from './public-page.ts';

/** Of the second factor. */
export function codeField(text: PageTexts['text']): string {
  return `<label>${text('code')}<input name="user_code" required autocomplete="one-time-code"></label>\n`;
}

interface ProviderLinks {
  /** Identity providers at which users can sign in instead. */
  readonly providers: readonly ShownProvider[];
  readonly contextPath: string;
  /** Where the browser goes after the sign-in. */
  readonly target: string;
}

export function providerLinks(
  { providers, contextPath, target }: ProviderLinks,
  text: PageTexts['text'],
): string {
  const query = new URLSearchParams({ requestedUrl: target });
  return providers
    .map(({ name, label, isAway }) => {
      const href = `${contextPath}/login/oidc/${name}?${query}`;
      const note = isAway ? ` ${text('providerAway')}` : '';
      return `\n<p><a href="${escapeHtml(href)}">${text('signInAt', label)}</a>${note}</p>`;
    })
    .join('');
}
