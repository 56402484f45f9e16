import { NetworkError } from '../api/client.ts';
import type { Doc } from '../api/types.ts';
import { importFiles } from '../api/uploads.ts';
import type { Destination } from './folders.ts';
import { persistently } from './persistence.ts';
import { UploadProblem } from './problem.ts';
import { requestSlots } from './slots.ts';
import { isReadable } from './transfer.ts';
import { newId, type Upload } from './upload.ts';

/** For larger files requests of their own cost little, and show how far they are. */
const smallBytes = 64 * 1024;
/** So that each request ends soon, and holds the server's transaction only briefly. */
export const filesPerBundle = 20;
/** Others that are ready by then go along. */
const joiningMs = 10;

/** Whether it may go along with others. A name with these signs is not told in the same way by all browsers. */
export function isSmall({ kind, facts }: Pick<Upload, 'kind' | 'facts'>): boolean {
  return kind === 'file' && facts.size <= smallBytes && !/["%\\\p{Cc}]/u.test(facts.name);
}

/** Something of it may be refused, and nothing is made then: each file goes by itself. */
export class BundleFailed extends Error {
  override readonly name = 'BundleFailed';
}

interface Member {
  readonly file: File;
  readonly signal: AbortSignal;
  readonly made: PromiseWithResolvers<Doc>;
}

/** Small files that become documents of a folder with one request: their own requests would take most of the time. */
export class Bundles {
  /** Those that take more members, by their folders. */
  readonly #open = new Map<string, Member[]>();
  readonly #lifetime: AbortSignal;

  constructor(lifetime: AbortSignal) {
    this.#lifetime = lifetime;
  }

  /** Makes a document of a file. @throws BundleFailed */
  import(file: File, { uid }: Destination, signal: AbortSignal): Promise<Doc> {
    const member = { file, signal, made: Promise.withResolvers<Doc>() };
    const open = this.#open.get(uid);
    if (open) open.push(member);
    else {
      this.#open.set(uid, [member]);
      setTimeout(() => void requestSlots.run(() => this.#send(uid)), joiningMs);
    }
    return member.made.promise;
  }

  async #send(folder: string): Promise<void> {
    const open = this.#open.get(folder) ?? [];
    const members = open.splice(0, filesPerBundle);
    if (open.length === 0) this.#open.delete(folder);
    else setTimeout(() => void requestSlots.run(() => this.#send(folder)), 0);
    const wanted = members.filter(({ signal }) => !signal.aborted);
    for (const { signal, made } of members) if (signal.aborted) made.reject(signal.reason);
    if (wanted.length === 0) return;
    try {
      const documents = await this.#make(folder, wanted);
      for (const [at, { made }] of wanted.entries()) {
        const document = documents[at];
        if (document) made.resolve(document);
        else made.reject(new BundleFailed());
      }
    } catch (error) {
      for (const { signal, made } of wanted) made.reject(signal.aborted ? signal.reason : error);
    }
  }

  async #make(folder: string, members: readonly Member[]): Promise<readonly Doc[]> {
    const files = members.map(({ file }) => file);
    const signals = members.map(({ signal }) => signal);
    const cancelled = whenAll(signals, ({ aborted, reason }) => aborted && reason === 'cancel');
    const signal = AbortSignal.any([this.#lifetime, cancelled]);
    const key = newId();
    try {
      return await persistently(
        () => importFiles(files, { folder, key, signal }).catch((error) => explain(error, files)),
        whenAll(signals, ({ aborted }) => aborted),
      );
    } catch (error) {
      throw new BundleFailed('', { cause: error });
    }
  }
}

async function explain(error: unknown, files: readonly File[]): Promise<never> {
  if (error instanceof NetworkError) {
    const found = await Promise.all(files.map(isReadable));
    if (found.includes(false)) throw new UploadProblem('unreadable');
  }
  throw error;
}

/** Aborted as soon as the condition holds for all: what is on its way for others goes on. */
function whenAll(
  signals: readonly AbortSignal[],
  condition: (signal: AbortSignal) => boolean,
): AbortSignal {
  const all = new AbortController();
  const check = (): void => {
    if (signals.every(condition)) all.abort(signals[0]?.reason);
  };
  for (const signal of signals) signal.addEventListener('abort', check, { once: true });
  return all.signal;
}
