export interface TestPart {
  /** Lines of its header. */
  readonly head: string;
  readonly content: string | Buffer;
}

export const boundary = 'b0';
export const multipartType = `multipart/related; boundary=${boundary}`;

export function jsonPart(request: unknown): TestPart {
  const content = typeof request === 'string' ? request : JSON.stringify(request);
  return { head: 'Content-Type: application/json+nxrequest', content };
}

export function filePart(name: string, content: string | Buffer): TestPart {
  const disposition = `Content-Disposition: attachment; filename="${name}"`;
  return { head: `${disposition}\r\nContent-Type: application/octet-stream`, content };
}

export function multipartBody(parts: readonly TestPart[]): Buffer {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}
