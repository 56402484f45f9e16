import { pathToFileURL } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** A file of messages: `web/src/i18n/en/browse.ts`. */
const messageFile = /\/web\/src\/i18n\/\w+\/(?!index\.ts$)[\w-]+\.ts$/;

/** Messages are parsed by the build, so that browsers load no parser. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    async load(id) {
      if (!messageFile.test(id)) return null;
      const exported: object = await import(pathToFileURL(id).href);
      return Object.entries(exported)
        .map(
          ([name, messages]) =>
            `export const ${name} = ${JSON.stringify(compiledCatalogue(messages))};`,
        )
        .join('\n');
    },
  };
}

/** Texts without values stay texts. */
export function compiledCatalogue(
  messages: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => {
      const parts = compileMessageOrThrow(message);
      const isPlain = parts.length === 1 && typeof parts[0] === 'string';
      return [id, isPlain ? parts[0] : parts];
    }),
  );
}
