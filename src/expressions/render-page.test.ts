import { expect, test } from 'vitest';
import { renderPage } from './render-page.ts';
import type { ExpressionValue } from './value.ts';

const variables = new Map<string, ExpressionValue>([
  ['name', 'a <b>'],
  ['none', null],
  ['count', 3],
  ['items', ['x', 'y']],
  ['nested', [['1', '2'], ['3']]],
]);
const scope = {
  has: (name: string) => variables.has(name),
  get: (name: string) => variables.get(name) ?? null,
};
const render = (source: string) => renderPage(source, scope);

test.each([
  ['plain $ text { } <b>', 'plain $ text { } <b>'],
  [`\${name}|\${name?html}|\${name?xml}`, 'a <b>|a &lt;b&gt;|a &lt;b&gt;'],
  [`\${none}\${"}" + '\\'}'}`, "}'}"],
  [`\${["k": count]["k"] + 1}`, '4'],
  ['a<#-- not <#if shown -->b', 'ab'],
  ['<#if count == 3>yes</#if><#if none != null>no</#if>', 'yes'],
  ['<#if (count > 3)>a<#elseif count == 3>b<#else>c</#if>', 'b'],
  ['<#if count == 4>a<#elseif count == 5>b<#else>c</#if>', 'c'],
  [`<#list items as item>[\${item}]</#list>`, '[x][y]'],
  [`<#list nested as row><#list row as row>\${row}</#list>-\${row}-</#list>`, '12-[1, 2]-3-[3]-'],
  ['<#list none as x>never</#list>', ''],
])('%s', async (source, made) => {
  expect(await render(source)).toBe(made);
});

test.each([
  [`a\nb\n<#assign x = 1>`, 'line 3: <#assign> is not supported; templates have'],
  ['\n<@macro/>', 'line 2: <@macro> is not supported'],
  ['<#if true>', 'line 1: <#if> is not closed'],
  ['</#if>', 'line 1: </#if> closes no directive'],
  ['<#list items as x></#if>', 'line 1: </#if> closes no directive'],
  ['<#else>', 'line 1: <#else> is in no <#if>'],
  ['<#if true>a<#else>b<#else>c</#if>', 'behind its <#else>'],
  ['<#list items>a</#list>', 'has not the form: list as name'],
  ['<#list name as x>a</#list>', 'a text is no list'],
  [`\n\${`, `line 2: "\${" has no }`],
  [`\n\n\${1 +}`, 'line 3: Unexpected end'],
  [`\${missing}`, 'There is no variable "missing"'],
  ['<#-- open', 'line 1: a comment is not closed'],
  ['<#if true>'.repeat(200), 'nested more than 100 deep'],
])('%j is refused', async (source, reason) => {
  await expect(render(source)).rejects.toThrow(reason);
});

test('loops within loops end at the limit of steps', async () => {
  const loop = (inner: string) => `<#list items as x>${inner}</#list>`;
  let source = 'x';
  for (let depth = 0; depth < 40; depth += 1) source = loop(source);
  await expect(render(source)).rejects.toThrow('steps');
});
