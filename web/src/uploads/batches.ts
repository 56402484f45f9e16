import { dropBatch, dropFile, openBatch } from '../api/uploads.ts';
import { persistently } from './persistence.ts';
import type { UploadPlace } from './upload.ts';

/** A batch is dropped as a whole, so it should not have too many. */
const filesPerBatch = 100;

interface OpenBatch {
  readonly id: Promise<string>;
  next: number;
  /** Places that are being given away. */
  reserved: number;
}

/** Where contents go on the server; many share a batch, which spares requests. */
export class Batches {
  /** How many contents of each batch are still needed. */
  readonly #used = new Map<string, number>();
  #current: OpenBatch | undefined;

  async place(signal: AbortSignal): Promise<UploadPlace> {
    if (!this.#current || this.#current.next >= filesPerBatch) {
      const id = persistently(() => openBatch(), signal);
      this.#current = { id, next: 0, reserved: 0 };
    }
    const current = this.#current;
    const index = current.next;
    current.next += 1;
    current.reserved += 1;
    try {
      const place = { batch: await current.id, index };
      this.adopt(place);
      return place;
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      throw error;
    } finally {
      current.reserved -= 1;
    }
  }

  /** A place that an earlier page has used. */
  adopt({ batch }: UploadPlace): void {
    this.#used.set(batch, (this.#used.get(batch) ?? 0) + 1);
  }

  /** The content is not needed any more. */
  async release(place: UploadPlace, { isUsed }: { readonly isUsed: boolean }): Promise<void> {
    const { batch } = place;
    const left = (this.#used.get(batch) ?? 1) - 1;
    this.#used.set(batch, left);
    const current = this.#current;
    const isCurrent = (await current?.id.catch(() => undefined)) === batch;
    const isNeeded = (this.#used.get(batch) ?? 0) > 0 || (isCurrent && current?.reserved);
    if (isNeeded) return isUsed ? undefined : dropFile(place);
    this.#used.delete(batch);
    if (isCurrent && this.#current === current) this.#current = undefined;
    await dropBatch(batch);
  }

  /** The server does not have it any more. */
  forget({ batch }: UploadPlace): void {
    this.#used.delete(batch);
    const current = this.#current;
    void current?.id.then((id) => {
      if (id === batch && this.#current === current) this.#current = undefined;
    });
  }
}
