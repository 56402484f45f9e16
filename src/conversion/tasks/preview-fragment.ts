import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FragmentSource } from '../previews/fragment.ts';
import type { TaskFolder } from './task-folder.ts';

/** Each is loaded with its libraries when it is needed. */
const makers = {
  archive: async () => (await import('../previews/archive-fragment.ts')).archiveFragment,
  html: async () => (await import('../previews/markup-fragment.ts')).htmlFragment,
  mail: async () => (await import('../previews/mail-fragment.ts')).mailFragment,
  markdown: async () => (await import('../previews/markup-fragment.ts')).markdownFragment,
  table: async () => (await import('../previews/table-fragment.ts')).tableFragment,
  text: async () => (await import('../previews/text-fragment.ts')).textFragment,
};

/** Files that are shown as HTML which is made of them. */
export type FragmentKind = keyof typeof makers;

export interface FragmentParams extends Omit<FragmentSource, 'path'> {
  readonly kind: FragmentKind;
}

export interface MadeFragment {
  readonly file: string;
}

/** The body of the page that shows a file. */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { kind, ...source }: FragmentParams,
): Promise<MadeFragment> {
  const make = await makers[kind]();
  const file = join(out, 'fragment.html');
  await writeFile(file, await make({ path, ...source }));
  return { file };
}
