import pg from 'pg';

type Parser = (text: string) => unknown;

const { builtins } = pg.types;

/** Instants and counters fit a double; JSON stays text so that 64-bit integers are kept exactly. */
export function parserOf(oid: number): Parser {
  if (oid === builtins.INT8) return Number;
  if (oid === builtins.JSON || oid === builtins.JSONB) return asText;
  return pg.types.getTypeParser(oid, 'text');
}

const asText: Parser = (text) => text;
