import { sql } from 'kysely';
import type { Principal } from '../../src/model/principal.ts';
import { compilable } from '../../src/storage/statement.ts';
import type { TestRepository } from './repository.ts';
import type { SlowRights } from './slow-rights.ts';

interface Row {
  readonly id: string;
  readonly target: string | null;
  readonly title: string | null;
  readonly text: string | null;
}

interface CommentRow {
  readonly id: string;
  readonly document_id: string;
}

/** Which documents a word finds for a user, from the titles and comments that are stored. */
export class SlowWords {
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #comments: readonly CommentRow[];

  private constructor(rows: readonly Row[], comments: readonly CommentRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#comments = comments;
  }

  static read({ database }: TestRepository): Promise<SlowWords> {
    return database.read(async (handle) => {
      const query = sql<Row>`select id, proxy_target_id as target,
        properties ->> 'dc:title' as title, properties ->> 'comment:text' as text from document`;
      const rows = await handle.all(compilable(handle.rows, query));
      const comments = await handle.all(
        handle.rows.selectFrom('comment_entry').select(['id', 'document_id']),
      );
      return new SlowWords(rows, comments);
    });
  }

  /** Of a proxy that of its target. */
  titleOf(id: string): string {
    return this.#own(id)?.title ?? '';
  }

  /** By its own words, or those of a comment that the user may see. */
  finds(word: string, principal: Principal, { id, rights }: { id: string; rights: SlowRights }) {
    if (this.#has(word, id)) return true;
    return this.#comments.some(
      (comment) =>
        comment.document_id === id &&
        this.#has(word, comment.id) &&
        rights.tells(principal, comment.id, { about: id }),
    );
  }

  #own(id: string): Row | undefined {
    return this.#rows.get(this.#rows.get(id)?.target ?? id);
  }

  #has(word: string, id: string): boolean {
    const own = this.#own(id);
    return `${own?.title} ${own?.text}`.includes(word);
  }
}
