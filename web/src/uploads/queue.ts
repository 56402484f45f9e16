import { isActive, isFinished, shownBytes, type Upload } from './upload.ts';

export interface UploadCounts {
  readonly all: number;
  readonly done: number;
  readonly failed: number;
  readonly lost: number;
  readonly asking: number;
  readonly active: number;
  readonly bytes: number;
  readonly shownBytes: number;
}

/** The order in which rows are shown: what needs the user, what runs, what waits, what is over. */
const ranks: Readonly<Record<Upload['state'], number>> = {
  failed: 0,
  lost: 0,
  asking: 0,
  running: 1,
  waiting: 2,
  paused: 2,
  done: 3,
  skipped: 3,
};

/** All uploads of the page, and which of them is next. */
export class UploadQueue {
  readonly #uploads = new Map<string, Upload>();
  #urgent: Upload[] = [];
  #waiting: Upload[] = [];
  /** Those before it have started. */
  #place = 0;

  get all(): readonly Upload[] {
    return [...this.#uploads.values()];
  }

  get(id: string): Upload | undefined {
    return this.#uploads.get(id);
  }

  add(upload: Upload): void {
    this.#uploads.set(upload.id, upload);
    if (upload.state === 'waiting') this.#waiting.push(upload);
  }

  remove(id: string): void {
    this.#uploads.delete(id);
  }

  /** Waits again, before those that have not started yet. */
  restart(upload: Upload): void {
    upload.state = 'waiting';
    upload.isUrgent = true;
    this.#urgent.push(upload);
  }

  /** The next one that waits; it is then the caller's. */
  take(): Upload | undefined {
    for (;;) {
      const upload = this.#urgent.shift() ?? this.#nextWaiting();
      if (!upload) return undefined;
      if (upload.state === 'waiting' && this.#uploads.has(upload.id)) {
        upload.state = 'running';
        upload.isUrgent = false;
        return upload;
      }
    }
  }

  #nextWaiting(): Upload | undefined {
    const upload = this.#waiting[this.#place];
    if (upload) this.#place += 1;
    else {
      this.#waiting = [];
      this.#place = 0;
    }
    return upload;
  }

  /** Those of the same folder as an upload that wait and are still to be checked, in their order. */
  uncheckedBeside(upload: Upload, count: number, isAsked: (id: string) => boolean): Upload[] {
    const path = upload.folders.join('/');
    const others: Upload[] = [];
    for (let at = this.#place; at < this.#waiting.length && others.length < count; at += 1) {
      const other = this.#waiting[at];
      if (!other || other.isChecked || other.kind !== 'file' || isAsked(other.id)) continue;
      if (other.group !== upload.group || other === upload) continue;
      if (other.folders.join('/') === path) others.push(other);
      // Files of a folder come one after the other.
      else break;
    }
    return others;
  }

  shown(): Upload[] {
    const rows: Upload[][] = [[], [], [], []];
    for (const upload of this.#uploads.values()) rows[ranks[upload.state]]?.push(upload);
    return rows.flat();
  }

  counts(): UploadCounts {
    const counts = { all: 0, done: 0, failed: 0, lost: 0, asking: 0, active: 0 };
    let [bytes, shown] = [0, 0];
    for (const upload of this.#uploads.values()) {
      counts.all += 1;
      if (isFinished(upload)) counts.done += 1;
      if (isActive(upload)) counts.active += 1;
      const { state } = upload;
      if (state === 'failed' || state === 'lost' || state === 'asking') counts[state] += 1;
      bytes += upload.facts.size;
      shown += shownBytes(upload);
    }
    return { ...counts, bytes, shownBytes: shown };
  }
}
