import type { Plugin } from 'vite';

/** The languages of the application, as the components name them. */
const used = ['en-US', 'fr-FR'];

/** The components bring their own messages in 34 languages; those of others stay out of what browsers load. */
export function withoutUnusedLanguages(): Plugin {
  const languageFile =
    /\/node_modules\/react-(?:aria|stately|aria-components)\/.*\/intl\/.*\b(\w{2}-\w{2})\.mjs$/;
  return {
    name: 'without-unused-languages',
    enforce: 'pre',
    load(id) {
      const language = languageFile.exec(id)?.[1];
      if (language === undefined || used.includes(language)) return null;
      return 'export default {};';
    },
  };
}
