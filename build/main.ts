import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bundleProgram } from './bundle-program.ts';
import { buildWeb } from './web.ts';

const output = resolve(import.meta.dirname, '../dist');
await rm(output, { recursive: true, force: true });
await bundleProgram(output);
await buildWeb();
