/** The context path of the server, with a slash at the end: the application is one step below it. */
export const serverBase = new URL('..', document.baseURI);

/** The path of the application, without a slash at the end. */
export const applicationPath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** An address of the server, such as of a thumbnail. */
export function serverUrl(path: string): string {
  return new URL(path.replace(/^\//, ''), serverBase).href;
}
