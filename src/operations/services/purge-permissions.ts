import { defineOperation, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { expectDocuments } from '../../automation/variables.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { permissionsPurgeAction } from '../../bulk/actions/permissions-purge.ts';
import { submitCommand } from '../../bulk/submit.ts';
import type { Document } from '../../model/document.ts';
import { anyOf } from '../../repository/search/predicates.ts';

export const purgePermissionsOperation = defineOperation({
  id: 'PermissionsPurge',
  label: 'Archiving ACEs',
  category: 'Services',
  description:
    'Takes all permissions away that were granted to users or groups on the input documents and below them, or on all documents without an input. This is done in the background, on documents whose permissions the caller may change.',
  params: {
    usernames: {
      ...withDefault('string', '', { description: 'The names, separated by commas.' }),
      required: true,
    },
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      run: (context, _input, { usernames }) => purge(context, usernames, null),
    },
    {
      input: 'document',
      output: 'void',
      run: (context, document, { usernames }) => purge(context, usernames, [document]),
    },
    {
      input: 'list',
      output: 'void',
      async run(context, values, { usernames }) {
        const roots = await expectDocuments(context, values, 'input');
        return purge(context, usernames, roots);
      },
    },
  ],
});

/** @param roots null for the whole repository */
async function purge(
  context: OperationContext,
  text: string,
  roots: readonly Pick<Document, 'id'>[] | null,
): Promise<undefined> {
  const usernames = readNames(text);
  if (roots?.length === 0) return undefined;
  if (roots && roots.length > limits.purgedNamesMax) {
    const message = `input: ${roots.length} documents; send at most ${limits.purgedNamesMax}`;
    throw new AppError('operation.parameter-invalid', message);
  }
  const source = {
    kind: 'query',
    text: queryFor(usernames, roots),
    request: { positional: [], named: new Map(), quickFilters: [], sort: [] },
    excluded: [],
  } as const;
  const command = { action: permissionsPurgeAction, source, params: { usernames } };
  const standing = { standingOf: (id: string) => context.standingOf(id) };
  await context.write((unit) => submitCommand(unit, command, standing));
  return undefined;
}

/** @throws AppError operation.parameter-invalid */
function readNames(text: string): readonly string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name);
  if (names.length === 0 || names.length > limits.purgedNamesMax) {
    const message = `usernames: name 1 to ${limits.purgedNamesMax} users or groups, separated by commas`;
    throw new AppError('operation.parameter-invalid', message);
  }
  return names;
}

function queryFor(
  usernames: readonly string[],
  roots: readonly Pick<Document, 'id'>[] | null,
): string {
  const named = `ecm:isVersion = 0 AND ${anyOf('ecm:acl/*1/principal', usernames)}`;
  if (!roots) return `SELECT * FROM Document WHERE ${named}`;
  const ids = roots.map(({ id }) => id);
  const place = `(${anyOf('ecm:uuid', ids)} OR ${anyOf('ecm:ancestorId', ids)})`;
  return `SELECT * FROM Document WHERE ${named} AND ${place}`;
}
