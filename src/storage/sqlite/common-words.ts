import { LRUCache } from 'lru-cache';
import type { ReadStatement } from './query-thread-program.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Documents with one of the words. To compute scores FTS5 reads all of them in one step, at a million for
 * 40 ms; and searches with more hits than this do not fit in a slice of the event loop anyway.
 */
const documentsMax = 2_000;
const knownForMs = 60_000;
const knownMax = 2_000;

/** How the statements of full-text searches begin their condition; the value is a parameter. */
const search = 'fulltext_words match ';
const probe = `select 1 from fulltext_words where ${search}? limit 1 offset ${documentsMax}`;

/** Words in a search: it consists of quoted phrases and operators. */
const phrases = /"([^"]*)"/g;

/** Finds out which searches read words that very many documents have. */
export class CommonWords {
  readonly #connection: SqliteConnection;
  readonly #known = new LRUCache<string, boolean>({ max: knownMax, ttl: knownForMs });

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Takes some ten microseconds for a word that is not known, at most some hundred. */
  areSearchedBy({ sql, parameters }: ReadStatement): boolean {
    if (!sql.includes(search)) return false;
    const parts = sql.split('?');
    return parameters.some((value, at) => {
      if (typeof value !== 'string' || !parts[at]?.endsWith(search)) return false;
      return wordsOf(value).some((word) => this.#isCommon(word));
    });
  }

  #isCommon(word: string): boolean {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const isCommon = this.#connection.get(probe, [`"${word}"`]) !== undefined;
    this.#known.set(word, isCommon);
    return isCommon;
  }
}

function wordsOf(query: string): string[] {
  return [...query.matchAll(phrases)].flatMap(([, phrase = '']) => phrase.split(' '));
}
