import { monotonicMs, now } from '../../base/clock.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { SetAsideBlob } from '../blob-store.ts';
import { isYoung } from './s3-age.ts';
import { copyObject } from './s3-multipart.ts';
import { asideFolder, contentName, newAsideName, parseAsideName } from './s3-names.ts';
import type { ObjectStat, S3Objects } from './s3-objects.ts';

/** The steps of a collector at work follow one another within this time, or it gives up. */
const stepsMaxMs = 30_000;
/** What was set aside since may be the work of such a collector. */
const atWorkMs = 2 * stepsMaxMs;
/** A request to remove an object is done by then, or never. */
const lateRemovalMs = 60 * 60 * 1000;

interface Aside extends ObjectStat {
  readonly key: BlobKey;
  readonly name: string;
  /** The original is known to be removed from its key. */
  readonly isMoved: boolean;
}

/**
 * What collectors have set aside. S3 cannot move an object: it is copied and then removed from its key, so each step
 * has its place in an order that `docs/decisions/0034-object-storage.md` explains.
 */
export class S3Asides {
  readonly #objects: S3Objects;

  constructor(objects: S3Objects) {
    this.#objects = objects;
  }

  /** Undefined as well when another collector has it. */
  async setAside(key: BlobKey): Promise<SetAsideBlob | undefined> {
    const original = contentName(key);
    const found = await this.#objects.stat(original);
    if (!found || isYoung(found)) return undefined;
    const { sizeBytes, modifiedMs } = found;
    const name = newAsideName(key, modifiedMs);
    const to = asideFolder + name;
    if (!(await copyObject(this.#objects, { from: original, to, sizeBytes }))) return undefined;
    const copiedMs = monotonicMs();
    // The copy is there before others are looked for: of two collectors, at least one finds the other.
    const isAlone = (await this.find(key)).length === 1;
    const present = await this.#objects.stat(original);
    const isSame = present?.version === found.version;
    if (!isAlone || !isSame || monotonicMs() - copiedMs > stepsMaxMs) {
      await this.#objects.removeAll([to]);
      return undefined;
    }
    await this.#removeOriginal(original);
    return this.#asideBlob({ key, name, sizeBytes, modifiedMs: now(), isMoved: true });
  }

  /**
   * A request of which it is not known whether it was, or will be, carried out: then the copy stays, and a later
   * collector restores it.
   */
  async #removeOriginal(original: string): Promise<void> {
    try {
      await this.#objects.removeOnce(original);
    } catch (error) {
      if ((await this.#objects.stat(original)) !== undefined) throw error;
    }
  }

  /** The names of what is aside of a content. */
  async find(key: BlobKey): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const page of this.#objects.list(`${asideFolder}${key}.`)) {
      for (const { name } of page) names.push(name);
    }
    return names;
  }

  async *list(): AsyncIterable<SetAsideBlob> {
    for await (const page of this.#objects.list(asideFolder)) {
      for (const { name: path, sizeBytes, modifiedMs } of page) {
        const name = path.slice(asideFolder.length);
        const key = parseAsideName(name)?.key;
        if (key === undefined || now() - modifiedMs < atWorkMs) continue;
        yield this.#asideBlob({ key, name, sizeBytes, modifiedMs, isMoved: false });
      }
    }
  }

  #asideBlob(aside: Aside): SetAsideBlob {
    const { key, name, sizeBytes } = aside;
    return {
      key,
      name,
      sizeBytes,
      modifiedMs: parseAsideName(name)?.modifiedMs ?? 0,
      setAsideMs: aside.modifiedMs,
      restore: () => this.#restore(aside),
      drop: () => this.#drop(name),
    };
  }

  /**
   * Of another collector's, an original that is still there may be about to be removed, by a request that is late:
   * then the copy stays for as long as that is possible.
   */
  async #restore({ key, name, sizeBytes, modifiedMs, isMoved }: Aside): Promise<void> {
    const from = asideFolder + name;
    const to = contentName(key);
    const isThere = (await this.#objects.stat(to)) !== undefined;
    if (!isThere) await copyObject(this.#objects, { from, to, sizeBytes });
    else if (!isMoved && now() - modifiedMs < lateRemovalMs) return;
    await this.#objects.removeAll([from]);
  }

  async #drop(name: string): Promise<boolean> {
    const path = asideFolder + name;
    if ((await this.#objects.stat(path)) === undefined) return false;
    await this.#objects.removeAll([path]);
    return true;
  }
}
