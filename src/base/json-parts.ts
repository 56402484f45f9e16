import { randomToken } from './ids.ts';
import { parseKnownJson } from './json.ts';
import { describeProblem, findJsonProblem } from './json-syntax.ts';
import { TextPosition } from './text-position.ts';

/** A text that is not JSON, with the place of the first error. */
export class JsonSyntaxError extends Error {}

/** A name, a number or white space that is too long to be parsed in one turn. */
export class JsonTokenTooLong extends Error {}

/** Characters that are parsed at once: about a millisecond. */
export const jsonPartLength = 65_536;

/** Only list items, members and texts can be parsed apart; anything longer than this is refused. */
export const jsonTokenLengthMax = 1_048_576;

/** Characters of a word, a number or an escape of which the end may be missing. */
const cutTokenLength = 10;

/** The name of a member that stands for the ones in earlier parts. No client knows it. */
const earlier = randomToken(16);

interface JsonPartsOptions {
  /** As in `parseKnownJson`. */
  readonly hasLongNumbers: boolean;
  /** The least number of characters that are parsed at once. */
  readonly partLength?: number;
}

interface Level {
  isList: boolean;
  expectsName: boolean;
  /** Where the name of its latest member is in the present text. */
  nameFrom: number;
  nameTo: number;
}

type Members = Record<string, unknown>;
type Container = unknown[] | Members;

/**
 * Parses a JSON text piece by piece. The text is cut after list items and members of objects, and within
 * long texts. `JSON.parse` parses each part, between brackets that stand for the lists and objects around it,
 * and the result is added to these. The value is that of `JSON.parse` for the whole text, with the same
 * order of members, and so is the place of an error.
 */
export class JsonParts {
  readonly #hasLongNumbers: boolean;
  readonly #partLength: number;
  readonly #position = new TextPosition();
  /** What has not been parsed yet. */
  #text = '';
  /** The next character to examine. */
  #at = 0;
  readonly #levels: Level[] = [];
  #depth = 0;
  #isInText = false;
  #isInName = false;
  /** Where the text begins in which the examination is. */
  #textFrom = 0;
  /** The lists and objects that are open where `#text` begins, from the outermost one. */
  readonly #open: Container[] = [];
  /** How many of these are still open at `#at`. */
  #keptCount = 0;
  #beginsInText = false;
  /** The member that has the text in which `#text` begins; undefined for an item of a list. */
  #cutName: string | undefined;
  #root: unknown;

  constructor({ hasLongNumbers, partLength = jsonPartLength }: JsonPartsOptions) {
    this.#hasLongNumbers = hasLongNumbers;
    this.#partLength = partLength;
  }

  /** @throws JsonSyntaxError, JsonTokenTooLong */
  add(piece: string): void {
    this.#text += piece;
    this.#examine();
    if (this.#isInText && !this.#isInName && this.#text.length >= this.#partLength) {
      this.#parsePart(this.#textEnd(), true);
    }
    if (this.#text.length <= jsonTokenLengthMax) return;
    this.#refuseInvalid(this.#text.length - cutTokenLength);
    throw new JsonTokenTooLong();
  }

  /** The value, after the last piece. @throws JsonSyntaxError */
  end(): unknown {
    this.#depth = 0;
    this.#parsePart(this.#text.length, false, true);
    return this.#root;
  }

  #examine(): void {
    while (this.#at < this.#text.length) {
      if (this.#isInText) this.#leaveText();
      else {
        this.#examineSign(this.#text.charCodeAt(this.#at));
        this.#at += 1;
      }
    }
  }

  #examineSign(code: number): void {
    switch (code) {
      case 0x22:
        this.#enterText();
        break;
      case 0x2c:
        this.#passComma();
        break;
      case 0x5b:
      case 0x7b:
        this.#enter(code === 0x5b);
        break;
      case 0x5d:
      case 0x7d:
        // Brackets that do not match are an error, which parsing the part finds.
        this.#depth = Math.max(0, this.#depth - 1);
        this.#keptCount = Math.min(this.#keptCount, this.#depth);
    }
  }

  #enter(isList: boolean): void {
    const level = this.#levels[this.#depth];
    if (level) Object.assign(level, { isList, expectsName: !isList });
    else this.#levels.push({ isList, expectsName: !isList, nameFrom: 0, nameTo: 0 });
    this.#depth += 1;
  }

  #passComma(): void {
    const level = this.#levels[this.#depth - 1];
    if (!level || this.#depth === 0) return;
    level.expectsName = !level.isList;
    if (this.#at < this.#partLength || !this.#hasItemBefore()) return;
    this.#parsePart(this.#at, false);
  }

  /** A comma without an item before it is an error, which the rest has to show. */
  #hasItemBefore(): boolean {
    let at = this.#at - 1;
    while (at > 0 && ' \t\r\n'.includes(this.#text.charAt(at))) at -= 1;
    const sign = this.#text.charAt(at);
    return sign !== '[' && sign !== '{';
  }

  #enterText(): void {
    this.#isInText = true;
    this.#textFrom = this.#at + 1;
    const level = this.#levels[this.#depth - 1];
    this.#isInName = this.#depth > 0 && level?.expectsName === true;
    if (this.#isInName && level) level.nameFrom = this.#at;
  }

  /** Goes to the end of the text, or of what has arrived of it. */
  #leaveText(): void {
    const end = this.#text.indexOf('"', this.#at);
    if (end < 0) {
      this.#at = this.#text.length;
      return;
    }
    this.#at = end + 1;
    if (this.#backslashesBefore(end) % 2 === 1) return;
    this.#isInText = false;
    const level = this.#levels[this.#depth - 1];
    if (!this.#isInName || !level) return;
    level.nameTo = end + 1;
    level.expectsName = false;
  }

  #backslashesBefore(end: number): number {
    let from = end;
    while (from > this.#textFrom && this.#text.charCodeAt(from - 1) === 0x5c) from -= 1;
    return end - from;
  }

  /** The end of what has arrived of a text, but not within an escape. */
  #textEnd(): number {
    const { length } = this.#text;
    const last = this.#text.lastIndexOf('\\');
    if (last < Math.max(this.#textFrom, length - 6)) return length;
    // The second one of a pair is not the beginning of an escape.
    if (this.#backslashesBefore(last + 1) % 2 === 0) return length;
    const escapeLength = this.#text.charAt(last + 1) === 'u' ? 6 : 2;
    return last + escapeLength <= length ? length : last;
  }

  #parsePart(end: number, isInText: boolean, isLast = false): void {
    const opening = this.#opening();
    const closing = isLast ? '' : this.#closing(isInText);
    let part: unknown;
    try {
      const json = `${opening}${this.#text.slice(0, end)}${closing}`;
      part = parseKnownJson(json, { hasLongNumbers: this.#hasLongNumbers });
    } catch (error) {
      this.#refuseInvalid(end);
      throw error;
    }
    this.#join(part);
    this.#reopen(isInText);
    this.#position.pass(this.#text.slice(0, end));
    this.#text = this.#text.slice(end);
    this.#at -= end;
    this.#textFrom = 0;
  }

  #opening(): string {
    const brackets = this.#open.map((each) => (Array.isArray(each) ? '[' : `{"${earlier}":`));
    const item = this.#open.length > 0 ? '0' : '';
    return `${brackets.join('')}${this.#beginsInText ? '"' : item}`;
  }

  #closing(isInText: boolean): string {
    let closing = isInText ? '"' : '';
    for (let depth = this.#depth; depth > 0; depth -= 1) {
      closing += this.#levels[depth - 1]?.isList ? ']' : '}';
    }
    return closing;
  }

  /** Adds what has been parsed to the lists and objects that are open where the part begins. */
  #join(part: unknown): void {
    if (this.#open.length === 0) {
      this.#root = this.#beginsInText ? `${this.#root}${part}` : part;
      return;
    }
    let rest = part as Container;
    for (const [at, container] of this.#open.entries()) {
      const first = Array.isArray(rest) ? rest[0] : rest[earlier];
      const isInnermost = at === this.#open.length - 1;
      if (isInnermost && this.#beginsInText) this.#lengthen(container, first as string);
      append(container, rest);
      rest = first as Container;
    }
  }

  #lengthen(container: Container, more: string): void {
    const name = Array.isArray(container) ? `${container.length - 1}` : (this.#cutName ?? '');
    setMember(container as Members, name, `${(container as Members)[name]}${more}`);
  }

  /** Finds what is open where the next part begins. */
  #reopen(isInText: boolean): void {
    // A name belongs to this part if what it names began in this part.
    const isSameText = this.#beginsInText && isInText && this.#textFrom === 0;
    if (isInText && !isSameText) this.#cutName = this.#nameAt(this.#depth - 1);
    this.#open.length = this.#keptCount;
    for (let depth = this.#keptCount; depth < this.#depth; depth += 1) {
      const around = this.#open[depth - 1];
      const name = this.#nameAt(depth - 1) ?? '';
      const value = Array.isArray(around) ? around.at(-1) : around?.[name];
      this.#open.push((depth === 0 ? this.#root : value) as Container);
    }
    this.#keptCount = this.#depth;
    this.#beginsInText = isInText;
  }

  #nameAt(depth: number): string | undefined {
    const level = this.#levels[depth];
    if (depth < 0 || !level || level.isList) return undefined;
    return JSON.parse(this.#text.slice(level.nameFrom, level.nameTo));
  }

  /** Refuses what has not been parsed yet if there is an error up to that place. */
  #refuseInvalid(to: number): void {
    const opening = this.#opening();
    const problem = findJsonProblem(`${opening}${this.#text}`);
    if (!problem || problem.offset - opening.length > to) return;
    const before = this.#text.slice(0, problem.offset - opening.length);
    throw new JsonSyntaxError(describeProblem(problem.reason, before, this.#position));
  }
}

/** Adds what follows the first item or member. */
function append(container: Container, rest: Container): void {
  if (Array.isArray(rest)) {
    for (let at = 1; at < rest.length; at += 1) (container as unknown[]).push(rest[at]);
    return;
  }
  for (const name of Object.keys(rest)) {
    if (name !== earlier) setMember(container as Members, name, rest[name]);
  }
}

/** A member `__proto__` is one like any other. */
function setMember(container: Members, name: string, value: unknown): void {
  if (name !== '__proto__') container[name] = value;
  else {
    const member = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(container, name, member);
  }
}
