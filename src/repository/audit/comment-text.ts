import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { limits } from '../../base/limits.ts';
import { isStorableText } from '../../model/value.ts';

/**
 * The comment of a version, of an audit entry or of an access control entry. It is bounded, so that
 * users who may write one cannot fill the store.
 *
 * @throws AppError of the code, naming the field and the remedy
 */
export function checkComment(
  field: string,
  text: string | null,
  code: ErrorCode = 'request.invalid',
): void {
  if (text === null) return;
  if (!isStorableText(text)) {
    throw new AppError(code, `${field}: contains NUL or an unpaired surrogate; leave it out`);
  }
  if (text.length > limits.commentLengthMax) {
    throw new AppError(
      code,
      `${field}: has ${text.length} characters; use at most ${limits.commentLengthMax}`,
    );
  }
}
