import { join } from 'node:path';
import type { Engine, EngineStep } from './engine.ts';

/** What is read as UTF-8 or as its declared character set. */
function sourceOf({ file, folder }: EngineStep, name: string) {
  const { path, encoding } = file;
  return { path, encoding, file: join(folder, name) };
}

export const text: Engine = async (step) => {
  const { mimeType, name } = step.file;
  const params = { ...sourceOf(step, 'text'), mimeType, name };
  await step.place.runTask('extract-text', params);
  return params.file;
};

export const utf8: Engine = async (step) => {
  const params = sourceOf(step, 'text');
  await step.place.runTask('write-utf8', params);
  return params.file;
};

/** A page keeps its own title. */
async function page(step: EngineStep, kind: 'clean' | 'markdown' | 'text'): Promise<string> {
  const title = kind === 'clean' ? '' : (step.file.name ?? '');
  const params = { ...sourceOf(step, 'page.html'), kind, title };
  await step.place.runTask('write-page', params);
  return params.file;
}

export const cleanHtml: Engine = (step) => page(step, 'clean');
export const markdown: Engine = (step) => page(step, 'markdown');
export const textHtml: Engine = (step) => page(step, 'text');

export const archiveHtml: Engine = async ({ place, file, folder }) => {
  const made = join(folder, 'page.html');
  await place.runTask('list-archive', { path: file.path, title: file.name ?? '', file: made });
  return made;
};

/** Of a document of iWork, whose archive has a PDF of it. */
export const archivePreview: Engine = async ({ place, file, folder }) => {
  const made = join(folder, 'preview.pdf');
  await place.runTask('take-preview', { path: file.path, file: made });
  return made;
};
