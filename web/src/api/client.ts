import { createClient } from '../../../client/src/index.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { serverBase } from './server.ts';

/** The server could not be asked: there is no connection, or nothing listens. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The API with the session of the browser. Numbers and booleans of properties are those of JSON. */
export const api = createClient({
  baseUrl: serverBase.href,
  dialect: 'native',
  fetch: (url, init) => (takeEarlyAnswer(url, init) ?? fetch(url, init)).catch(networkProblem),
});

function networkProblem(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new NetworkError('', { cause: error });
}
