import { escapeHtml } from '../../base/escape-html.ts';
import { programVersion } from '../../base/program.ts';
import { distributionName } from '../../entities/capabilities-entity.ts';
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
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function pageFor(baseUrl: string, applications: readonly WebApplication[]): string {
  const base = escapeHtml(baseUrl);
  const name = escapeHtml(distributionName);
  const links = applications.map(({ path }) => {
    const address = `${path.slice(1)}/`;
    return `<li><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></li>\n`;
  });
  const list = links.length === 0 ? '' : `<p>Web applications:</p>\n<ul>\n${links.join('')}</ul>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
pre { background: #f2f2f2; color: #222; padding: .75rem; overflow-x: auto }
</style>
</head>
<body>
<h1>${name} ${escapeHtml(programVersion)}</h1>
<p><a href="app/">Open the web application</a></p>
${list}<p>The content repository server is running. Programs use it through its API:</p>
<ul>
<li><a href="api/">the playground</a>: the description of the API, and requests to try</li>
<li><a href="api/v1/openapi.json">the description of the API</a> (OpenAPI)</li>
<li><a href="site/automation">the operations</a>, with their parameters</li>
<li><a href="runningstatus">the health of the server</a></li>
</ul>
<p>A first request, which reads the root of all documents:</p>
<pre>curl -u USER:PASSWORD '${base}api/v1/path/'</pre>
</body>
</html>
`;
}
