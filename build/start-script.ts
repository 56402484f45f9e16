import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** Puts a script before the application, which has all that it needs in one small file of its own. */
export function startScript(input: string): Plugin {
  let name: string | undefined;
  return {
    name: 'start-script',
    apply: 'build',
    enforce: 'pre',
    async generateBundle() {
      const bundle = await rolldown({ input, platform: 'browser' });
      const { output } = await bundle.generate({ format: 'iife', minify: true });
      await bundle.close();
      const source = output[0].code;
      const file = this.emitFile({ type: 'asset', name: 'start.js', source });
      name = this.getFileName(file);
    },
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const at = page.indexOf('<script');
        if (name === undefined || at < 0) throw new Error('the page has no scripts to be before');
        const script = `<script type="module" src="./${name}"></script>\n    `;
        return page.slice(0, at) + script + page.slice(at);
      },
    },
  };
}
