import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveFragment } from '../previews/archive-fragment.ts';
import type { FragmentSource } from '../previews/fragment.ts';
import { mailFragment } from '../previews/mail-fragment.ts';
import { htmlFragment, markdownFragment } from '../previews/markup-fragment.ts';
import { tableFragment } from '../previews/table-fragment.ts';
import { textFragment } from '../previews/text-fragment.ts';
import type { TaskFolder } from './task-folder.ts';

const makers = {
  archive: archiveFragment,
  html: htmlFragment,
  mail: mailFragment,
  markdown: markdownFragment,
  table: tableFragment,
  text: textFragment,
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
  const file = join(out, 'fragment.html');
  await writeFile(file, await makers[kind]({ path, ...source }));
  return { file };
}
