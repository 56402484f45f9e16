import { operationFailed } from '../../automation/operation-error.ts';
import { isSelfOrBelow } from '../../model/document-path.ts';

/** Where a scroll goes on: positions are paths, which callers can read anyway. */
interface ScrollPosition {
  readonly folderId: string;
  readonly after: string;
  readonly expiresMs: number;
}

export function writeScrollId({ folderId, after, expiresMs }: ScrollPosition): string {
  return Buffer.from(JSON.stringify([folderId, after, expiresMs])).toString('base64url');
}

/** @throws AppError operation.failed for one that has expired, or is of another folder */
export function readScrollId(
  text: string,
  now: { readonly folderId: string; readonly folderPath: string; readonly nowMs: number },
): string {
  const position = parse(text);
  if (!position || position.folderId !== now.folderId) {
    throw operationFailed('scrollId: is not one of this folder: begin again without it');
  }
  if (position.expiresMs < now.nowMs) {
    throw operationFailed(
      'scrollId: has expired: begin again without it, or with a longer keepAlive',
    );
  }
  if (isSelfOrBelow(position.after, now.folderPath)) return position.after;
  throw operationFailed('scrollId: the folder was moved: begin again without it');
}

function parse(text: string): ScrollPosition | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts)) return undefined;
    const [folderId, after, expiresMs] = parts as unknown[];
    const isWhole = typeof folderId === 'string' && typeof after === 'string';
    return isWhole && typeof expiresMs === 'number' ? { folderId, after, expiresMs } : undefined;
  } catch {
    return undefined;
  }
}
