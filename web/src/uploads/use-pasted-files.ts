import { useEffect } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { pastedName } from './pasted.ts';
import { reportUpload } from './report-upload.ts';
import type { UploadTarget } from './upload.ts';

/** Files in the clipboard, such as a screenshot, are uploaded to the folder when they are pasted anywhere on the screen. */
export function usePastedFiles(folder: UploadTarget | undefined): void {
  const text = useText();
  const { uid, title } = folder ?? {};
  useEffect(() => {
    if (uid === undefined || title === undefined) return;
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented || isTextPlace(event.target)) return;
      event.preventDefault();
      upload(files, { uid, title }).catch((error: unknown) => reportUpload(text, error));
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [uid, title, text]);
}

async function upload(files: readonly File[], target: UploadTarget): Promise<void> {
  const { addFiles } = await import('./add.ts');
  const now = new Date();
  await addFiles(
    files.map((file) => new File([file], pastedName(file.name, now), { type: file.type })),
    target,
  );
}

function isTextPlace(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}
