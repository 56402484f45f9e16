#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Node caches compiled code, with types stripped, beside the packages: a start takes half the time
// and 25 MB less (measured: 790 ms and 141 MB without, 360 ms and 117 MB with it). Only modules
// imported afterwards are cached. Where the folder cannot be written, all is compiled again.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/cartulary'));
const { createProgram } = await import('./cli/program.ts');
const { runProgram } = await import('./cli/run-program.ts');

process.exitCode = await runProgram(createProgram(), process.argv);
