import { type RawBuilder, sql } from 'kysely';
import { stringifyJson } from '../../base/json.ts';
import type { EngineName } from '../../storage/database.ts';

/** Few enough for any statement, also where it names the list more than once. */
const parametersMax = 500;

/** What follows `in`: the texts, however many they are, though statements have few parameters. */
export function textList(engine: EngineName, texts: readonly string[]): RawBuilder<string> {
  if (texts.length > 0 && texts.length <= parametersMax) return sql`(${sql.join(texts)})`;
  const list = stringifyJson(texts);
  return engine === 'sqlite'
    ? sql`(select value from json_each(${list}))`
    : sql`(select jsonb_array_elements_text(cast(${list} as jsonb)))`;
}
