import { useEffect, useState } from 'react';
import type { Upload } from './upload.ts';
import { currentJournal } from './use-uploads.ts';

/** Whether the browser may still be asked for the content of some of the uploads. */
export function useHasSources(lost: readonly Upload[]): boolean {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const hasLost = lost.length > 0;
  useEffect(() => {
    if (!hasLost) return;
    void currentJournal()
      ?.sources()
      .then((sources) => setKnown(new Set(sources.map(({ group }) => group))));
  }, [hasLost]);
  return lost.some(({ group }) => known.has(group));
}
