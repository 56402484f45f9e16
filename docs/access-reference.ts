import { columns, readTable } from '../test/access/table.ts';

const intro = `# Who is given what

This page is generated from the tables of a test (\`npm run docs\`; \`test/access/\`) that makes every call on a small
tree: the folder \`desk\`, which the reader may read and where the manager may do everything, and the folder \`vault\`,
which only administrators may see, as well as one document in \`desk\`. A new route or operation without a row fails the
test.

| Column | Who calls, and for what |
| --- | --- |
| no credentials | a client that does not sign in, for documents in \`desk\` |
| stranger | a user without rights in either folder, for documents in \`desk\` |
| reader | a user with the permission Read on \`desk\` |
| manager | a user with the permission Everything on \`desk\` |
| manager, elsewhere | the same user, for documents in \`vault\`; empty where the call has nothing to do with a folder |
| administrator | a member of \`administrators\`, for documents in \`desk\` |

A cell is the status, and of which folders the answer shows documents: \`200 desk vault\` to an administrator who lists
\`desk\` is the hidden document in it. Where an administrator is refused as well, the reason is another than rights (no file
that can be converted, nothing on the stack, no workflow around a chain). What belongs to one user (upload batches,
results of background work, tokens, saved searches) is here that of an administrator, which is why others are answered
404 or 403. 501 is not built.

To add a row: say in \`test/access/route-calls.ts\` or \`operation-calls.ts\` how it is called, where it needs parameters, run
\`CARTULARY_TEST_WRITE_ACCESS=1 npx vitest run test/access\` and \`npx biome check --write test/access\`, judge each new cell,
and run \`npm run docs\`.
`;

function tableOf(title: string, part: 'routes' | 'operations'): string {
  const heads = ['Call', ...columns.map((column) => column.title)];
  const rows = Object.entries(readTable(part)).map(([name, cells]) => [`\`${name}\``, ...cells]);
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  return `\n## ${title}\n\n${lines.join('\n')}\n`;
}

/** The page on who is given what. */
export function accessReference(): string {
  return intro + tableOf('Routes', 'routes') + tableOf('Operations and chains', 'operations');
}
