import { useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import type { UploadCounts } from './queue.ts';

/** Reads aloud that uploads have started or ended, and not each step of them. */
export function Milestones({ counts }: { readonly counts: UploadCounts }) {
  const text = useText();
  const { active, failed, lost, asking, all } = counts;
  const [hasRun, setHasRun] = useState(false);
  if (active > 0 && !hasRun) setHasRun(true);
  const problems = failed + lost + asking;
  const ended =
    problems > 0 ? text('uploads.endedWithProblems', { count: problems }) : text('uploads.ended');
  const message = active > 0 ? text('uploads.started') : hasRun && all > 0 ? ended : '';
  return (
    <p role="status" className="visually-hidden">
      {message}
    </p>
  );
}
