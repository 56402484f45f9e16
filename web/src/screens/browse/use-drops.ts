import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { moveDocuments } from '../../actions/move.ts';
import type { Doc } from '../../api/types.ts';
import type { DropMode } from '../../grid/drop-rules.ts';
import { useText } from '../../i18n/i18n.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { uploadDropped } from '../../uploads/drop.ts';
import { reportUpload } from '../../uploads/report-upload.ts';

/** What happens with documents and files that are dropped on a folder. */
export function useDrops() {
  const client = useQueryClient();
  const text = useText();
  const report = useCallback((error: unknown) => notifyError(text, error), [text]);
  return useMemo(
    () => ({
      documents(documents: readonly Doc[], target: Doc, mode: DropMode): void {
        const relocation = { documents, target, copy: mode === 'copy' };
        moveDocuments(relocation, { client, text }).catch(report);
      },
      files(files: DataTransfer, folder: Doc): void {
        uploadDropped(files, folder).catch((error: unknown) => reportUpload(text, error));
      },
    }),
    [client, text, report],
  );
}
