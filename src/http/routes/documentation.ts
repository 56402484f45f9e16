import { describeExposed } from '../../automation/describe.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { distributionName } from '../../entities/capabilities-entity.ts';
import type { OperationDescriptor } from '../../entities/operation-entity.ts';
import { content, empty } from '../responses.ts';
import { defineRoute } from '../route.ts';
import type { Services } from '../services.ts';

const apiRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/doc',
  access: 'public',
  summary: 'Leads to the description of the API',
  body: 'none',
  responses: { 302: empty('to the OpenAPI document') },
  async handle({ publicAddress: { contextPath } }) {
    return { status: 302, headers: { Location: `${contextPath}/api/v1/openapi.json` } };
  },
});

/** Public, as the registry is, which has the same. */
const operationsRoute = defineRoute({
  method: 'GET',
  root: 'automation',
  path: '/doc',
  access: 'public',
  summary: 'A page with the operations and their parameters, for browsers',
  body: 'none',
  responses: { 200: content('the page', 'text/html') },
  async handle({ services }) {
    return { status: 200, headers, text: pageText(services) };
  },
});

export const documentationRoutes = [apiRoute, operationsRoute];

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Cached: the registry does not change while the server runs. */
const pageTexts = new WeakMap<Services['automation'], string>();

function pageText({ automation }: Services): string {
  let text = pageTexts.get(automation);
  if (text === undefined) {
    const { operations, chains } = describeExposed(automation);
    text = pageOf([...operations, ...chains]);
    pageTexts.set(automation, text);
  }
  return text;
}

function pageOf(operations: readonly OperationDescriptor[]): string {
  const byCategory = Map.groupBy(operations, ({ category }) => category);
  const sections = [...byCategory]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, all]) => `<h2>${escapeHtml(category)}</h2>\n${all.map(entryOf).join('\n')}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Operations of ${escapeHtml(distributionName)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
dt { font-weight: 600 }
</style>
</head>
<body>
<h1>Operations</h1>
${sections.join('\n')}
</body>
</html>
`;
}

function entryOf({ id, label, description, params }: OperationDescriptor): string {
  const items = params.map(
    ({ name, type, required }) =>
      `<li><code>${escapeHtml(name)}</code> ${escapeHtml(type)}${required ? ', required' : ''}</li>`,
  );
  const list = items.length === 0 ? '' : `\n<ul>\n${items.join('\n')}\n</ul>`;
  return `<dl>
<dt id="${escapeHtml(id)}">${escapeHtml(id)}</dt>
<dd>${escapeHtml(label)}<br>${escapeHtml(description)}${list}</dd>
</dl>`;
}
