/** The component, which a script before this one has loaded. */
declare const Scalar: {
  createApiReference(selector: string, configuration: Readonly<Record<string, unknown>>): unknown;
};

/** Of the context path: the page is at `{base}/api/`. */
const base = new URL('..', location.href);

Scalar.createApiReference('#reference', {
  url: new URL('api/v1/openapi.json', base).href,
  // Nothing of other servers: no fonts, no counting of visits, no assistant, no proxy.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  proxyUrl: '',
  persistAuth: false,
  layout: 'modern',
  theme: 'default',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});

void showCaller();

/** The cookie of the session is sent with every request that the page makes. */
async function showCaller(): Promise<void> {
  const place = document.querySelector('#caller');
  if (!place) return;
  const response = await fetch(new URL('api/v1/me', base));
  if (response.ok) {
    const { id } = (await response.json()) as { readonly id: string };
    place.textContent = `Signed in as ${id}`;
    return;
  }
  const link = document.createElement('a');
  link.href = new URL('login.jsp?requestedUrl=api/', base).href;
  link.textContent = 'Sign in';
  place.replaceChildren(link);
}
