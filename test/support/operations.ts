import type { TestClient, TestRequest, TestResponse } from './app.ts';

export interface OperationCall extends TestRequest {
  readonly input?: unknown;
  readonly params?: object;
  readonly context?: object;
}

/** Calls an operation as JSON clients do. */
export function callOperation(
  app: TestClient,
  id: string,
  call: OperationCall = {},
): Promise<TestResponse> {
  const { input, params, context, headers, ...options } = call;
  return app.request(`POST /site/automation/${encodeURIComponent(id)}`, {
    ...options,
    headers: { 'content-type': 'application/json+nxrequest', ...headers },
    body: { input, params, context },
  });
}
