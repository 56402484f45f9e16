import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { rolldown } from 'rolldown';
import { writeCompressedForms } from './compressed-forms.ts';

const sources = resolve(import.meta.dirname, '../web/playground');

/** Writes the page of the playground and its files, whose names have a digest of their contents. */
export async function buildPlayground(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  await mkdir(join(output, 'files'), { recursive: true });
  const write = async (name: string, extension: string, text: string): Promise<string> => {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const file = `${name}-${digest}.${extension}`;
    await writeFile(join(output, 'files', file), text);
    return file;
  };
  const names: Readonly<Record<string, string>> = {
    component: await write('component', 'js', await componentScript()),
    sheets: await write('sheets', 'js', await ownScript('sheets.ts')),
    start: await write('start', 'js', await ownScript('start.ts')),
    sheet: await write('page', 'css', await readFile(join(sources, 'playground.css'), 'utf8')),
  };
  const page = await readFile(join(sources, 'index.html'), 'utf8');
  const text = page.replace(/files\/\{(\w+)\}/g, (_all, name: string) => `files/${names[name]}`);
  await writeFile(join(output, 'index.html'), text);
  await writeCompressedForms(output);
}

/**
 * The one file of the component for browsers. The package that has it without its 270 dependencies is a
 * plugin of a server, so it is asked for the file.
 */
async function componentScript(): Promise<string> {
  const server = fastify();
  await server.register(reference, { routePrefix: '/', configuration: { content: {} } });
  const { statusCode, body } = await server.inject('/js/scalar.js');
  await server.close();
  if (statusCode !== 200) throw new Error(`the component has no script (${statusCode})`);
  return body;
}

async function ownScript(name: string): Promise<string> {
  const bundle = await rolldown({ input: join(sources, name), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}
