import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Messages of the extended protocol as the driver writes them, collected to be sent in one write. */
export class OutgoingMessages {
  #parts: Uint8Array[] = [];
  readonly #writer: pg.Connection;

  constructor() {
    const stream = { writable: true, write: (part: Uint8Array) => this.#parts.push(part) };
    this.#writer = new pg.Connection({ stream: () => stream as unknown as Duplex });
  }

  addParse(name: string | undefined, text: string): void {
    this.#writer.parse({ name: name ?? '', text, types: [] }, true);
  }

  addBind(name: string | undefined, values: readonly unknown[] = []): void {
    const bound = { statement: name, values: values as string[], valueMapper: wireValue };
    this.#writer.bind(bound, true);
  }

  /** The columns of the rows, before them. */
  addDescribe(): void {
    this.#writer.describe({ type: 'P' }, true);
  }

  addExecute(): void {
    this.#writer.execute({}, true);
  }

  /** All that was added, and the end of the batch. */
  takeWithSync(): Uint8Array {
    this.#writer.sync();
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    return bytes;
  }

  clear(): void {
    this.#parts = [];
  }
}

function wireValue(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  return Array.isArray(value) ? arrayText(value) : String(value);
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(itemText).join()}}`;
}

function itemText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return arrayText(value);
  return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
}
