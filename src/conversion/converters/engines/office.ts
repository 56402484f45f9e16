import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NothingMade } from '../../external-program.ts';
import { officeFlags } from '../../office-pdf.ts';
import { typeOf } from '../media-type.ts';
import type { Engine, EngineStep } from './engine.ts';
import { cleanHtml, utf8 } from './texts.ts';

const targets: Readonly<Record<string, string>> = {
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'image/png': 'png',
};

const tables = new Set(['text/csv', 'text/tsv']);

/** Formats of pages that have their pictures inside, by the kind of document. */
function htmlFilter(type: string): string {
  if (tables.has(type) || /calc|spreadsheet|excel/.test(type)) {
    return 'html:HTML (StarCalc):EmbedImages';
  }
  if (/impress|presentation|powerpoint/.test(type)) return 'html:XHTML Impress File';
  if (/draw|graphics/.test(type)) return 'html:XHTML Draw File';
  return 'html:HTML (StarWriter):EmbedImages';
}

interface OfficeInput {
  readonly path: string;
  /** How it is read; empty: as its content says. */
  readonly filter: readonly string[];
}

/** LibreOffice recognises office files itself. What texts are is said to it: it could follow what they name. */
async function inputOf(step: EngineStep, type: string): Promise<OfficeInput> {
  const { file } = step;
  if (type === 'text/html') {
    return { path: await cleanHtml(step), filter: ['--infilter=HTML (StarWriter)'] };
  }
  if (!type.startsWith('text/') && type !== 'application/xml') {
    return { path: file.path, filter: [] };
  }
  if (type === 'text/rtf') return { path: file.path, filter: ['--infilter=Rich Text Format'] };
  const path = await utf8(step);
  if (!tables.has(type)) return { path, filter: ['--infilter=Text (encoded):UTF8,LF,,,'] };
  const separator = type === 'text/tsv' ? '9' : '44/59';
  return { path, filter: [`--infilter=Text - txt - csv (StarCalc):${separator},34,76,1`] };
}

export const office: Engine = async (step) => {
  const { place, folder, to } = step;
  const type = typeOf(step.file.mimeType);
  const target = to === 'text/html' ? htmlFilter(type) : (targets[to] ?? 'pdf');
  const { path, filter } = await inputOf(step, type);
  const out = join(folder, 'office');
  await mkdir(out);
  // A profile of its own: nothing of one file is left for the next.
  const profile = pathToFileURL(await mkdtemp(join(place.folder, 'profile-')));
  await place.runProgram('soffice', [
    `-env:UserInstallation=${profile}`,
    ...officeFlags,
    ...filter,
    '--convert-to',
    target,
    '--outdir',
    out,
    path,
  ]);
  const [made] = await readdir(out);
  if (made === undefined) throw new NothingMade('LibreOffice cannot read the file');
  const result = join(out, made);
  if (to !== 'text/html') return result;
  return cleanHtml({ ...step, file: { ...step.file, path: result, encoding: 'UTF-8' } });
};
