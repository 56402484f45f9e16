import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { compiledMessages } from '../build/compiled-messages.ts';
import { startScript } from '../build/start-script.ts';
import { withoutUnusedLanguages } from '../build/unused-languages.ts';

/** With all that they import. */
const firstListing = /\/web\/src\/app\/main\.tsx$/;

/** The server gives the page its base address, so that it works below any context path and at any depth. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [
    compiledMessages(),
    withoutUnusedLanguages(),
    startScript(resolve(import.meta.dirname, 'src/start/start.ts')),
  ],
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    target: 'es2024',
    sourcemap: true,
    modulePreload: { polyfill: false },
    // A policy without `data:` for scripts, and files that are kept for ever by their names.
    assetsInlineLimit: 0,
    // A test holds the budget of what is loaded first.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      onLog(level, log, report) {
        // Marks of components for servers that render; there is none here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        // One file with all that the first listing needs: small files compress badly, and each is a request.
        codeSplitting: { groups: [{ name: 'first-listing', test: firstListing }] },
      },
    },
  },
});
