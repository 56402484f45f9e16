import { useEffect } from 'react';
import { pastedName } from './pasted.ts';
import type { UploadTarget } from './upload.ts';

/** Files in the clipboard, such as a screenshot, are uploaded to the folder when they are pasted anywhere on the screen. */
export function usePastedFiles(folder: UploadTarget | undefined): void {
  const { uid, title } = folder ?? {};
  useEffect(() => {
    if (uid === undefined || title === undefined) return;
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented || isTextPlace(event.target)) return;
      event.preventDefault();
      void upload(files, { uid, title });
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [uid, title]);
}

async function upload(files: readonly File[], target: UploadTarget): Promise<void> {
  const { addFiles } = await import('./add.ts');
  const now = new Date();
  addFiles(
    files.map((file) => new File([file], pastedName(file.name, now), { type: file.type })),
    target,
  );
}

function isTextPlace(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}
