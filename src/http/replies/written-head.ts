import { ServerResponse } from '../../base/node-http.ts';
import type { ReplyHeaders } from './reply-headers.ts';

/** The text of a head that Node has made and not sent yet. */
interface MadeHead {
  _header?: unknown;
}

const headEnd = '\r\n\r\n';

/**
 * Whether the text of a head can be completed after Node has made it. The field has had this name and form
 * in all versions of Node, but is not documented: in one without it, Node writes all headers.
 */
const isCompletable = ((): boolean => {
  const probe = new ServerResponse({
    method: 'GET',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  } as never);
  probe.writeHead(204, { 'X-Probe': '1' });
  const { _header } = probe as MadeHead;
  return (
    typeof _header === 'string' && /\r\nX-Probe: 1\r\n/.test(_header) && _header.endsWith(headEnd)
  );
})();

/** The lines of headers whose names and values are known to be valid. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `\r\n${name}: ${value}`)
    .join('');
}

/**
 * As `writeHead`, with further header lines of the program's own. Node checks each name and value that it is
 * given, which for the constant ones took as long as all else that is done for a response. False when
 * it cannot be done for this response, and nothing was written.
 */
export function writeHeadWith(
  response: ServerResponse,
  { status, headers, lines }: { status: number; headers: ReplyHeaders; lines: string },
): boolean {
  // Subclasses, as those of tests without a network, collect headers in their own way.
  if (!isCompletable || response.constructor !== ServerResponse) return false;
  response.writeHead(status, headers as Record<string, string>);
  const made = response as MadeHead;
  made._header = (made._header as string).slice(0, -headEnd.length) + lines + headEnd;
  return true;
}
