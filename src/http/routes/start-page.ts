import { escapeHtml } from '../../base/escape-html.ts';
import { programVersion } from '../../base/program.ts';
import { distributionName } from '../../entities/capabilities-entity.ts';
import { logo, pageStyle, styleSource } from '../pages/page-look.ts';
import { content, empty } from '../responses.ts';
import { defineRoute, type RouteReply } from '../route.ts';
import { pathOf } from '../url.ts';
import type { WebApplication } from '../web-applications/web-application.ts';

/**
 * The page at the address that the server logs when it starts. It needs no sign-in, so it shows no
 * stored data.
 */
export const startPageRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/',
  access: 'public',
  summary: 'A page that says what runs here, for browsers',
  body: 'none',
  responses: {
    200: content('the page', 'text/html'),
    302: empty('to the same with a slash at the end'),
  },
  async handle({ url, baseUrl, publicAddress, services }): Promise<RouteReply> {
    // The links of the page are relative.
    if (!pathOf(url).endsWith('/')) {
      return { status: 302, headers: { Location: `${publicAddress.contextPath}/` } };
    }
    return { status: 200, headers, text: pageFor(baseUrl, services.webApplications) };
  },
});

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

function pageFor(baseUrl: string, applications: readonly WebApplication[]): string {
  const base = escapeHtml(baseUrl);
  const name = escapeHtml(distributionName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="app/icon.svg" type="image/svg+xml">
${pageStyle}
</head>
<body>
<main class="wide">
<div class="brand">${logo}<h1>${name} ${escapeHtml(programVersion)}</h1></div>
<p>The content repository server is running. People browse, read, edit and find documents with its web application.</p>
<a class="main" href="app/">Open the web application</a>
${otherApplications(applications)}<h2>For programs</h2>
<p class="quiet">Everything that the server does is in its API.</p>
<ul class="links">
<li><a href="api/">Playground</a>The description of the API, and requests to try</li>
<li><a href="api/v1/openapi.json">OpenAPI</a>The description of the API, for generators of clients</li>
<li><a href="site/automation">Operations</a>All operations, with their parameters</li>
<li><a href="runningstatus">Health</a>The health of the server</li>
</ul>
<h2>A first request</h2>
<p class="quiet">It reads the root of all documents.</p>
<pre tabindex="0">curl -u USER:PASSWORD '${base}api/v1/path/'</pre>
</main>
</body>
</html>
`;
}

/** Those that the configuration names. */
function otherApplications(applications: readonly WebApplication[]): string {
  if (applications.length === 0) return '';
  const links = applications.map(({ path }) => {
    const address = escapeHtml(`${path.slice(1)}/`);
    return `<li><a href="${address}">${address}</a></li>\n`;
  });
  return `<h2>Other web applications</h2>\n<ul class="links">\n${links.join('')}</ul>\n`;
}
