export interface CsvRecord {
  readonly values: readonly string[];
  /** The line in which it begins. */
  readonly line: number;
}

/** The text is no CSV. The message says what to do; the caller names the file. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A quote that is never closed would otherwise make one record of the rest of the file. */
const recordCharactersMax = 256 * 1024;
const valuesMax = 1_000;

const runEnd = /[",\r\n]/g;

/**
 * Splits the text of a CSV file (RFC 4180) into records, as the text arrives. Lines may end with CR
 * LF, LF or CR; empty ones are skipped.
 */
export class CsvParser {
  #values: string[] = [];
  #value = '';
  #length = 0;
  #state: 'start' | 'bare' | 'quoted' | 'closed' = 'start';
  #line = 1;
  #recordLine = 1;
  /** The next character is the second half of CR LF if it is LF. */
  #isAfterReturn = false;

  /** The records that end in the text, added to those given: they are kept before a mistake. @throws CsvError */
  push(text: string, records: CsvRecord[] = []): CsvRecord[] {
    for (let at = 0; at < text.length; ) {
      at =
        this.#state === 'quoted' ? this.#passQuoted(text, at) : this.#passBare(text, at, records);
    }
    return records;
  }

  /** The last record, if no line end follows it. @throws CsvError */
  end(): CsvRecord[] {
    if (this.#state === 'quoted') {
      throw new CsvError(this.#recordLine, 'a quote is opened and never closed: close it');
    }
    const records: CsvRecord[] = [];
    this.#endRecord(records);
    return records;
  }

  #passQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    const part = text.slice(at, quote === -1 ? text.length : quote);
    for (let end = part.indexOf('\n'); end >= 0; end = part.indexOf('\n', end + 1)) {
      this.#line += 1;
    }
    this.#append(part);
    if (quote === -1) return text.length;
    this.#state = 'closed';
    return quote + 1;
  }

  #passBare(text: string, at: number, records: CsvRecord[]): number {
    const isSecondHalf = this.#isAfterReturn && text[at] === '\n';
    this.#isAfterReturn = false;
    if (isSecondHalf) return at + 1;
    switch (text[at]) {
      case '"':
        this.#passQuote();
        return at + 1;
      case ',':
        this.#endValue();
        return at + 1;
      case '\r':
      case '\n':
        this.#isAfterReturn = text[at] === '\r';
        this.#endRecord(records);
        this.#line += 1;
        this.#recordLine = this.#line;
        return at + 1;
      default:
        return this.#passRun(text, at);
    }
  }

  #passQuote(): void {
    if (this.#state === 'bare') this.#refuseQuote();
    if (this.#state === 'closed') this.#append('"');
    this.#state = 'quoted';
  }

  #passRun(text: string, at: number): number {
    if (this.#state === 'closed') this.#refuseQuote();
    runEnd.lastIndex = at;
    const end = runEnd.exec(text)?.index ?? text.length;
    this.#append(text.slice(at, end));
    this.#state = 'bare';
    return end;
  }

  #refuseQuote(): never {
    throw new CsvError(
      this.#line,
      'a quote is out of place: put the whole value in quotes and double the quotes in it',
    );
  }

  #append(part: string): void {
    this.#value += part;
    this.#length += part.length;
    if (this.#length > recordCharactersMax) {
      throw new CsvError(
        this.#recordLine,
        `the record has more than ${recordCharactersMax} characters: close its quotes or shorten it`,
      );
    }
  }

  #endValue(): void {
    this.#values.push(this.#value);
    if (this.#values.length > valuesMax) {
      throw new CsvError(this.#recordLine, `the record has more than ${valuesMax} values`);
    }
    this.#value = '';
    this.#state = 'start';
  }

  #endRecord(records: CsvRecord[]): void {
    const isEmpty = this.#values.length === 0 && this.#state === 'start';
    if (!isEmpty) {
      this.#endValue();
      records.push({ values: this.#values, line: this.#recordLine });
    }
    this.#values = [];
    this.#length = 0;
    this.#state = 'start';
  }
}
