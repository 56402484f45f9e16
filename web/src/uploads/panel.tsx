import { useEffect, useId, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { InterruptedUploads } from './interrupted-uploads.tsx';
import { Milestones } from './milestones.tsx';
import classes from './panel.module.css';
import { PanelHead } from './panel-head.tsx';
import { isActive } from './upload.ts';
import { UploadList } from './upload-list.tsx';
import { useLeaving } from './use-leaving.ts';
import { useStartedUploads, useUploads } from './use-uploads.ts';

/** All uploads of this window, on every screen. */
export function UploadsPanel() {
  const text = useText();
  const shown = useUploads();
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  useStartedUploads();
  useLeaving(shown);
  const { counts, rows, isReading } = shown;
  const needsUser = counts.failed + counts.lost > 0;
  useEffect(() => {
    if (needsUser) setIsOpen(true);
  }, [needsUser]);
  const isEmpty = counts.all === 0 && !isReading;
  return (
    <>
      <Milestones counts={counts} />
      {!isEmpty && (
        <section aria-label={text('uploads.title')} className={classes.panel}>
          <PanelHead shown={shown} isOpen={isOpen} listId={listId} onToggle={setIsOpen} />
          <InterruptedUploads rows={rows} />
          <div id={listId} hidden={!isOpen}>
            {isOpen && <UploadList rows={rows} isPaused={shown.isPaused && rows.some(isActive)} />}
          </div>
        </section>
      )}
      <ConflictQuestion rows={rows} />
    </>
  );
}
