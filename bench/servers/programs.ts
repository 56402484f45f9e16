import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleProgram } from '../../build/bundle-program.ts';
import { ServerProcess } from './server-process.ts';

const root = resolve(import.meta.dirname, '../..');

export const apiRoot = '/nuxeo/api/v1';
export const automationRoot = '/nuxeo/site/automation';
export const sourceProgram = join(root, 'src/main.ts');

/** The program as it is published, below node_modules so that it finds its packages. */
export async function buildProgram(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/cartulary-bench');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  await bundleProgram(join(folder, 'dist'));
  return join(folder, 'dist/main.js');
}

/** This server on a store. Its first response is read from the store. */
export function startCartulary(
  folder: string,
  program = sourceProgram,
  settings: readonly string[] = [],
): Promise<ServerProcess> {
  const flags = ['--data', folder, '--port', '{port}', '--log-level', 'warn', ...settings];
  return ServerProcess.start([program, 'serve', ...flags], '/nuxeo/runningstatus');
}

/** As `startCartulary`; it reports the longest turn of its event loop. */
export function startWatchedCartulary(
  folder: string,
  settings: readonly string[] = [],
): Promise<ServerProcess> {
  const flags = ['--data', folder, '--port', '{port}', '--log-level', 'warn', ...settings];
  const script = [sourceProgram, 'serve', ...flags];
  return ServerProcess.start(script, '/nuxeo/runningstatus', { watchesLoop: true });
}

/** A bare program of the folder `floors`; its arguments follow the port. */
export function startFloor(name: string, ...args: readonly string[]): Promise<ServerProcess> {
  return ServerProcess.start([floorProgram(name), '{port}', ...args], '/');
}

export function floorProgram(name: string): string {
  return join(root, 'bench/floors', `${name}.ts`);
}
