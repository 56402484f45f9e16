import { required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';

/** What operations that render a template have in common. */
export const templateParam = required(
  'string',
  'The text of the template, see docs/guide/exports.md.',
  { widget: 'TemplateResource' },
);

export const resultParams = {
  filename: withDefault('string', 'output.ftl', {
    description: 'The name of the file that is made.',
    values: ['output.ftl'],
  }),
  mimetype: withDefault('string', 'text/xml', {
    description: 'Its type.',
    values: ['text/xml'],
  }),
  type: withDefault('string', 'ftl', {
    description: 'The language of the template: ftl, or mvel for text with @{expression}.',
    values: ['ftl', 'mvel'],
    widget: 'Option',
  }),
};

const registeredPrefix = 'template:';

/** @throws AppError operation.failed, expression.invalid, expression.limit */
export async function renderTemplate(
  context: OperationContext,
  { template, type }: { readonly template: string; readonly type: string },
): Promise<string> {
  if (template.startsWith(registeredPrefix)) {
    const name = template.slice(registeredPrefix.length, 200);
    throw operationFailed(
      `template: no template is registered under the name ${name}; send the text of the template`,
    );
  }
  if (type !== 'ftl' && type !== 'mvel') {
    throw operationFailed(
      `type: ${type.slice(0, 100)} is no language of templates; use ftl or mvel`,
    );
  }
  if (type === 'mvel') refuseDirectives(template);
  return context.render(template, type);
}

/** As in `@if{…}`; only `@{…}` is replaced. */
const directive = /@\w+\{/;

function refuseDirectives(template: string): void {
  const found = directive.exec(template);
  if (!found) return;
  const line = template.slice(0, found.index).split('\n').length;
  throw operationFailed(
    `template: line ${line}: ${found[0]} is not supported; use @{expression}, or type ftl`,
  );
}
