/** What texts fall back to. */
const lastLanguage = 'en';

/** Texts by language and key. */
export class Translations {
  readonly #texts = new Map<string, Map<string, string>>();

  /** Texts of later calls replace those of earlier ones. */
  add(language: string, texts: Readonly<Record<string, string>>): void {
    const tag = tagOf(language);
    const known = this.#texts.get(tag) ?? new Map<string, string>();
    for (const [key, text] of Object.entries(texts)) known.set(key, text);
    this.#texts.set(tag, known);
  }

  /**
   * The text for a key in the first of the languages that has it, then in English, else the key
   * itself. For `fr-CA` texts for `fr` are used, too.
   */
  translate(key: string, languages: readonly string[]): string {
    for (const language of [...languages, lastLanguage]) {
      const tag = tagOf(language);
      for (const candidate of [tag, tag.split('-', 1)[0] ?? '']) {
        const text = this.#texts.get(candidate)?.get(key);
        if (text !== undefined) return text;
      }
    }
    return key;
  }
}

function tagOf(language: string): string {
  return language.toLowerCase().replaceAll('_', '-');
}
