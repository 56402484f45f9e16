export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

const basicHeader = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The credentials of an `Authorization` header; undefined when it is of another scheme, malformed,
 * not UTF-8, or lacks the user or the password. The user ends at the first colon (RFC 7617).
 */
export function readBasicCredentials(authorization: string): BasicCredentials | undefined {
  const encoded = basicHeader.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const text = decode(encoded);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1 || colon === text.length - 1) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

export function writeBasicCredentials({ username, password }: BasicCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

function decode(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer skips invalid characters; text of a wrong length or with extra bits is malformed.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) return undefined;
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
