import type { Readable } from 'node:stream';
import { CsvError, CsvParser, type CsvRecord } from '../../content/csv-parser.ts';

/** From here on the file cannot be read: the last thing that is read of it. */
interface UnreadableRest {
  readonly line: number;
  readonly problem: string;
}

/** A record, or what ends the file early. */
export type ReadRecord = CsvRecord | UnreadableRest;

const notUtf8 = 'the text is not UTF-8: save the file as UTF-8';

/** The records of a file in their order, with the one of the columns. */
export async function* readRecords(content: Readable): AsyncGenerator<readonly ReadRecord[]> {
  const parser = new CsvParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lastLine = 0;
  const parse = (chunk?: Uint8Array): readonly ReadRecord[] => {
    const records: CsvRecord[] = [];
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
      parser.push(text, records);
      if (!chunk) records.push(...parser.end());
      return records;
    } catch (error) {
      if (error instanceof CsvError) {
        return [...records, { line: error.line, problem: error.message }];
      }
      if (error instanceof TypeError) return [{ line: lastLine + 1, problem: notUtf8 }];
      throw error;
    } finally {
      lastLine = records.at(-1)?.line ?? lastLine;
    }
  };
  for await (const chunk of content) {
    const records = parse(chunk);
    yield records;
    if (records.some(isUnreadable)) return;
  }
  yield parse();
}

export function isUnreadable(record: ReadRecord): record is UnreadableRest {
  return 'problem' in record;
}

/** The first record; undefined for an empty file. */
export async function readHead(content: Readable): Promise<ReadRecord | undefined> {
  try {
    for await (const [first] of readRecords(content)) if (first) return first;
    return undefined;
  } finally {
    content.destroy();
  }
}
