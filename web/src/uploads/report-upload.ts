import type { Text } from '../i18n/i18n.tsx';

/** Tells why an upload has not begun; how to tell it is loaded only then. */
export async function reportUpload(text: Text, error: unknown): Promise<void> {
  (await import('./notify-upload-error.ts')).notifyUploadError(text, error);
}
