import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changed } from '../../../api/changes.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { uploadFile } from '../upload-file.ts';
import { replaceMainFile } from './main-file.ts';

interface Replacing {
  /** From 0 to 1; undefined before it begins. */
  readonly progress: number | undefined;
  start(keepsVersion: boolean): void;
}

/** Sends a file, and makes it the main file of a document; it ends when the component is removed. */
export function useReplacing(document: Doc, file: File, onDone: () => void): Replacing {
  const text = useText();
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (keepsVersion: boolean): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setProgress(0);
    try {
      const sent = await uploadFile(file, { signal, onProgress: setProgress });
      if (signal.aborted) return;
      const isReplaced = await replaceMainFile(client, { document, file: sent, keepsVersion });
      if (!isReplaced) await changed(client, { documents: [document.uid] });
      notify({ text: text(isReplaced ? 'document.replaced' : 'document.replacedByOther') });
      onDone();
    } catch (error) {
      if (signal.aborted) return;
      setProgress(undefined);
      notifyError(text, error);
    }
  };
  return { progress, start: (keepsVersion) => void run(keepsVersion) };
}
