/**
 * Runs in the page before its own scripts; what it has seen is read by `page-watch.ts`. It is no module: a
 * browser gets it as it is, without its types.
 */
(() => {
  interface Frame {
    readonly atMs: number;
    /** No row is at some place of the list. */
    readonly isBlank: boolean;
    /** Some rows have not been loaded. */
    readonly isWaiting: boolean;
  }

  let longestTaskMs = 0;
  let frames: Frame[] = [];
  let isWatching = false;

  const tasks = new PerformanceObserver((list) => keepLongest(list.getEntries()));
  tasks.observe({ type: 'longtask' });

  function keepLongest(entries: PerformanceEntryList): void {
    longestTaskMs = Math.max(longestTaskMs, ...entries.map(({ duration }) => duration));
  }

  function look(atMs: number): void {
    if (!isWatching) return;
    const list = document.querySelector('[role=grid]');
    if (list) {
      const { left, top, width, height } = list.getBoundingClientRect();
      const shown = [0.2, 0.4, 0.6, 0.8].map((part) =>
        document.elementFromPoint(left + width / 2, top + height * part)?.closest('[role=row]'),
      );
      frames.push({
        atMs,
        isBlank: shown.some((row) => !row),
        isWaiting: shown.some((row) => row?.getAttribute('aria-busy') === 'true'),
      });
    } else frames.push({ atMs, isBlank: false, isWaiting: false });
    requestAnimationFrame(look);
  }

  Object.assign(globalThis, {
    benchWatch: {
      start() {
        tasks.takeRecords();
        longestTaskMs = 0;
        frames = [];
        isWatching = true;
        requestAnimationFrame(look);
      },
      /** Ends the watch. */
      take() {
        isWatching = false;
        keepLongest(tasks.takeRecords());
        return { longestTaskMs, frames };
      },
    },
  });
})();
