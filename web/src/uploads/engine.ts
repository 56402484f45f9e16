import { trashAll } from '../api/uploads.ts';
import { Batches } from './batches.ts';
import { Bundles, filesPerBundle, isSmall } from './bundles.ts';
import { planChunks } from './chunks.ts';
import type { ConflictDecision } from './conflicts.ts';
import { Estimate } from './estimate.ts';
import { type Destination, Folders } from './folders.ts';
import { createGroup, type Group, noteMade } from './groups.ts';
import type { Journal } from './journal.ts';
import { Lookups } from './lookups.ts';
import { UploadProblem } from './problem.ts';
import { processUpload, type Workshop } from './process.ts';
import { type UploadCounts, UploadQueue } from './queue.ts';
import { parallelRequests } from './slots.ts';
import {
  createUpload,
  isActive,
  isFinished,
  type NewUpload,
  newId,
  type Upload,
  type UploadTarget,
} from './upload.ts';

/** What is shown of all uploads at a moment. */
export interface UploadsShown {
  readonly rows: readonly Upload[];
  readonly counts: UploadCounts;
  readonly isPaused: boolean;
  readonly isReading: boolean;
  readonly bytesPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
  /** How many documents undo would remove. */
  readonly undoable: number;
}

/** Why the work on an upload is ended before its end. */
type Stop = 'pause' | 'pause-all' | 'cancel';

/** What is shown changes at most five times a second. */
const shownMs = 200;
/** Lists are asked for again at most this often while many documents are made. */
const touchedMs = 2_000;

/** The uploads of this window. */
export class Uploads {
  readonly queue = new UploadQueue();
  readonly #groups = new Map<string, Group>();
  readonly #running = new Map<string, AbortController>();
  /** Of those that run: of the files of a bundle 1 each, of others as much as a bundle. */
  #load = 0;
  readonly #lifetime = new AbortController();
  readonly #estimate = new Estimate();
  readonly #listeners = new Set<() => void>();
  readonly #workshop: Workshop;
  readonly #batches = new Batches();
  readonly #started = Promise.withResolvers<Journal>();
  #journal: Journal | undefined;
  #isPaused = false;
  #shown: UploadsShown | undefined;
  #shownTimer: ReturnType<typeof setTimeout> | undefined;
  #touched = new Set<string>();
  #touchedTimer: ReturnType<typeof setTimeout> | undefined;
  #onTouched: (folders: readonly string[]) => void = () => undefined;

  constructor() {
    const lifetime = this.#lifetime.signal;
    this.#workshop = {
      folders: new Folders(lifetime, (folder, group) => {
        const found = this.#groups.get(group);
        if (found) noteMade(found, folder.uid, folder.parent);
        this.#touch(folder.parent?.uid);
      }),
      lookups: new Lookups(this.queue, lifetime),
      batches: this.#batches,
      bundles: new Bundles(lifetime),
      answerFor: ({ group }) => this.#groups.get(group)?.answer,
      remember: async (upload) => {
        this.#journal?.changed(upload);
        if (planChunks(upload.facts.size).count > 1) await this.#journal?.flush();
      },
      changed: () => this.#changed(),
      lifetime,
    };
  }

  /** Work begins when there is a place that shows it. `onTouched` gets folders whose content has changed. */
  start(journal: Journal, onTouched: (folders: readonly string[]) => void): void {
    this.#journal = journal;
    this.#started.resolve(journal);
    this.#onTouched = onTouched;
    for (const upload of this.queue.all) journal.changed(upload);
    this.#fill();
  }

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  };

  get shown(): UploadsShown {
    this.#shown ??= this.#show();
    return this.#shown;
  }

  openGroup(target: UploadTarget, id = newId()): Group {
    const group = this.#groups.get(id) ?? createGroup(id, target);
    this.#groups.set(id, group);
    return group;
  }

  add(news: readonly NewUpload[]): void {
    this.restore(news.map((each) => createUpload(each)));
  }

  /** What was dropped can be read again after a reload of the page, where the browser allows it. */
  async keepSources(group: string, handles: readonly FileSystemHandle[]): Promise<void> {
    const journal = await this.#started.promise;
    await journal.keepSources(group, handles);
  }

  /** Uploads of an earlier page, or new ones. */
  restore(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      this.openGroup(upload.target, upload.group);
      this.queue.add(upload);
      if (upload.place) this.#batches.adopt(upload.place);
      this.#journal?.changed(upload);
    }
    this.#fill();
    this.#changed();
  }

  setReading(group: Group, isReading: boolean): void {
    group.isReading = isReading;
    this.#changed();
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#estimate.reset();
    if (isPaused) {
      for (const controller of this.#running.values()) controller.abort('pause-all' satisfies Stop);
    } else this.#fill();
    this.#changed();
  }

  pause(upload: Upload): void {
    if (upload.state === 'waiting') upload.state = 'paused';
    this.#running.get(upload.id)?.abort('pause' satisfies Stop);
    this.#changed();
  }

  /** Goes on with what was paused, has failed, or has its file again. */
  resume(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      if (isActive(upload) || isFinished(upload)) continue;
      upload.error = undefined;
      this.queue.restart(upload);
    }
    this.#fill();
    this.#changed();
  }

  cancel(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      const running = this.#running.get(upload.id);
      if (running) running.abort('cancel' satisfies Stop);
      else this.#remove(upload);
    }
    this.#changed();
  }

  cancelAll(): void {
    for (const group of this.#groups.values()) if (group.isReading) group.isCancelled = true;
    this.cancel(this.queue.all.filter((each) => !isFinished(each)));
    this.setPaused(false);
  }

  /** Finished ones are not shown any more. */
  clear(): void {
    for (const upload of this.queue.all) if (isFinished(upload)) this.queue.remove(upload.id);
    this.#changed();
  }

  decide(upload: Upload, { answer, isForAll }: ConflictDecision): void {
    const group = this.#groups.get(upload.group);
    if (isForAll && group) group.answer = answer;
    const answered = this.queue.all.filter(
      (each) =>
        each.state === 'asking' && (each === upload || (isForAll && each.group === upload.group)),
    );
    for (const each of answered) each.answer = answer;
    this.resume(answered);
  }

  /** Moves what the last finished group has made to the trash. Returns how many documents. */
  async undo(): Promise<number> {
    const group = this.#undoable();
    if (!group) return 0;
    await trashAll(group.made.map(({ uid }) => uid));
    for (const { parent } of group.made) this.#touch(parent);
    const { length } = group.made;
    group.made.length = 0;
    for (const upload of this.queue.all) {
      if (upload.group === group.id) this.queue.remove(upload.id);
    }
    this.#changed();
    return length;
  }

  #undoable(): Group | undefined {
    const open = new Set(
      this.queue.all.filter((each) => !isFinished(each)).map((each) => each.group),
    );
    return [...this.#groups.values()]
      .filter(({ id, made, isReading }) => made.length > 0 && !isReading && !open.has(id))
      .at(-1);
  }

  #fill(): void {
    while (this.#journal && !this.#isPaused && this.#load < parallelRequests * filesPerBundle) {
      const upload = this.queue.take();
      if (!upload) return;
      void this.#run(upload);
    }
  }

  async #run(upload: Upload): Promise<void> {
    const controller = new AbortController();
    const load = isSmall(upload) && !upload.isAlone ? 1 : filesPerBundle;
    this.#running.set(upload.id, controller);
    this.#load += load;
    try {
      const folder = await processUpload(upload, controller.signal, this.#workshop);
      this.#finished(upload, folder);
    } catch (error) {
      this.#stopped(upload, controller.signal.aborted ? (controller.signal.reason as Stop) : error);
    }
    upload.flyingBytes = 0;
    this.#running.delete(upload.id);
    this.#load -= load;
    this.#journal?.changed(upload);
    this.#changed();
    this.#fill();
  }

  #finished(upload: Upload, folder: Destination): void {
    if (upload.state !== 'done' || !upload.document) return;
    const group = this.#groups.get(upload.group);
    const isNew = upload.kind === 'file' && upload.answer !== 'new-version';
    if (group && isNew) noteMade(group, upload.document.uid, folder);
    this.#touch(folder.uid);
  }

  #stopped(upload: Upload, why: Stop | unknown): void {
    if (why === 'pause') upload.state = 'paused';
    else if (why === 'pause-all') this.queue.restart(upload);
    else if (why === 'cancel') this.#remove(upload);
    else {
      const isUnreadable = why instanceof UploadProblem && why.reason === 'unreadable';
      Object.assign(upload, { state: isUnreadable ? 'lost' : 'failed', error: why });
    }
  }

  #remove(upload: Upload): void {
    this.queue.remove(upload.id);
    if (upload.place) void this.#batches.release(upload.place, { isUsed: false });
    upload.state = 'skipped';
    this.#journal?.changed(upload);
  }

  #touch(folder: string | undefined): void {
    if (folder === undefined) return;
    this.#touched.add(folder);
    this.#touchedTimer ??= setTimeout(() => this.#tellTouched(), touchedMs);
  }

  #tellTouched(): void {
    clearTimeout(this.#touchedTimer);
    this.#touchedTimer = undefined;
    const touched = [...this.#touched];
    this.#touched.clear();
    if (touched.length > 0) this.#onTouched(touched);
  }

  #changed(): void {
    this.#shownTimer ??= setTimeout(() => {
      this.#shownTimer = undefined;
      this.#shown = this.#show();
      if (this.#shown.counts.active === 0) this.#tellTouched();
      for (const listen of this.#listeners) listen();
    }, shownMs);
  }

  #show(): UploadsShown {
    const counts = this.queue.counts();
    this.#estimate.record(performance.now(), counts.shownBytes);
    return {
      rows: this.queue.shown(),
      counts,
      isPaused: this.#isPaused,
      isReading: [...this.#groups.values()].some(({ isReading }) => isReading),
      bytesPerSecond: this.#estimate.bytesPerSecond,
      secondsLeft: this.#estimate.secondsLeft(counts.bytes - counts.shownBytes),
      undoable: this.#undoable()?.made.length ?? 0,
    };
  }
}

/** The one of this window; it goes on while the user is on other screens. */
export const uploads = new Uploads();
