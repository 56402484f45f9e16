/** Schemes that run or read something in the browser itself. */
const forbidden = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'mailto:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);
const lengthMax = 2_000;
/** Control characters, spaces and backslashes are read in several ways. */
const plain = /^[\x21-\x5b\x5d-\x7e]+$/;

/** `https`, `http` of this machine (localhost), or the scheme of an application. */
export function isRedirectUri(text: string): boolean {
  if (text.length > lengthMax || !plain.test(text) || text.includes('#')) return false;
  const url = URL.parse(text);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (!/^[a-z][a-z0-9+.-]*:/.test(text)) return false;
  if (url.protocol === 'https:') return text.startsWith('https://') && url.hostname !== '';
  if (url.protocol === 'http:') {
    return text.startsWith('http://') && url.hostname === 'localhost';
  }
  return !forbidden.has(url.protocol);
}
