import type { Schemas } from './api-types.ts';

type ErrorBody = Schemas['exception'] | Schemas['validation_report'];

/** A response whose status says that the request was not served. */
export class ApiError extends Error {
  readonly status: number;
  /** In the log of the server as well, for questions to its operators. */
  readonly requestId: string | undefined;
  /** What the server calls this kind of error; see the page on errors. */
  readonly code: string | undefined;
  /** The entity of the error; undefined where the body is empty or no JSON. */
  readonly body: ErrorBody | undefined;
  readonly response: Response;

  constructor(response: Response, body: ErrorBody | undefined) {
    const message = body !== undefined && 'message' in body ? body.message : undefined;
    super(message || response.statusText || `HTTP ${response.status}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
    this.code = response.headers.get('X-Error-Code') ?? undefined;
    this.body = body;
    this.response = response;
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    return new ApiError(response, JSON.parse(text));
  } catch {
    // A page of a proxy, or nothing.
    return new ApiError(response, undefined);
  }
}
