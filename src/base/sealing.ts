import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keySizeBytes = 32;
const nonceSizeBytes = 12;
const tagSizeBytes = 16;

export interface Seal {
  readonly secret: string;
  /** What the text is for: text sealed for another purpose cannot be opened. */
  readonly purpose: string;
}

/** Encrypts the text; without the secret it can neither be read nor replaced. */
export function sealText(text: string, { secret, purpose }: Seal): string {
  const nonce = randomBytes(nonceSizeBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined when it was sealed with another secret, for another purpose, or changed since. */
export function openSealedText(sealed: string, { secret, purpose }: Seal): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const start = nonceSizeBytes + tagSizeBytes;
  if (bytes.length < start) return undefined;
  const nonce = bytes.subarray(0, nonceSizeBytes);
  const decipher = createDecipheriv(algorithm, keyOf(secret), nonce);
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(nonceSizeBytes, start));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** A derived key, as the secret is also used for signatures. */
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'cartulary sealed text', keySizeBytes));
}
