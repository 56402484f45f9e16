import { join } from 'node:path';
import { NothingMade } from '../../external-program.ts';
import type { Engine } from './engine.ts';

/** What the programs write to their standard output says that they have succeeded: see `runProgram`. */

export const ghostscript: Engine = async ({ place, file, folder }) => {
  const made = join(folder, 'document.pdf');
  const args = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${made}`];
  const output = await place.runProgram('gs', [...args, file.path]);
  if (output.length === 0) throw new NothingMade('Ghostscript cannot read the file');
  return made;
};

/** One page with all of it: pictures are inside. */
export const pdfHtml: Engine = async ({ place, file, folder }) => {
  const made = join(folder, 'pages.html');
  const args = ['-s', '-noframes', '-dataurls', '-enc', 'UTF-8', file.path, made];
  const output = await place.runProgram('pdftohtml', args);
  if (output.length === 0) throw new NothingMade('pdftohtml cannot read the file');
  const params = { path: made, encoding: 'UTF-8', file: join(folder, 'clean.html') };
  await place.runTask('write-page', { ...params, kind: 'clean', title: file.name ?? 'PDF' });
  return params.file;
};
