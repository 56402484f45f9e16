import { buffer } from 'node:stream/consumers';
import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { OperationBlob, toJson, type Value } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { stringifyJson } from '../../base/json.ts';
import { checkScriptSize } from '../parts/script-text.ts';

export const runInputScriptOperation = defineOperation({
  id: 'RunInputScript',
  aliases: ['Context.RunInputScript'],
  label: 'Run Input Script',
  category: 'Scripting',
  description: 'Runs the text of the input file as a script, and returns its value as a text file.',
  access: 'administrator',
  params: {
    type: withDefault('string', 'mvel', {
      description: 'The language: mvel names that of expressions, the only one there is.',
      values: ['mvel', 'groovy'],
      widget: 'Option',
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      async run(context, script, { type }) {
        checkCaller(context);
        checkLanguage(type);
        const value = await context.runScript(await readScript(context, script));
        if (value === null) return null;
        return OperationBlob.ofText(textOf(value), { name: 'result', mimeType: 'text/plain' });
      },
    },
  ],
});

/** Chains that any user may call must not run scripts that users send. */
function checkCaller({ principal }: OperationContext): void {
  if (principal.isAdministrator) return;
  throw new AppError('permission.denied', 'Only administrators may run scripts');
}

function checkLanguage(type: string): void {
  if (type.toLowerCase() === 'mvel') return;
  throw new AppError(
    'operation.parameter-invalid',
    `Parameter type: scripts in ${type.slice(0, 200)} are not run; use mvel`,
  );
}

async function readScript(context: OperationContext, script: OperationBlob): Promise<string> {
  checkScriptSize(script.sizeBytes);
  return (await buffer(await context.openBlob(script))).toString('utf8');
}

function textOf(value: Value): string {
  const json = toJson(value);
  return typeof json === 'object' ? stringifyJson(json) : String(json);
}
