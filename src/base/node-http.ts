const http = process.getBuiltinModule('node:http');

/**
 * What the program uses of `node:http` while it runs. An `import` of that module reads all that it exports, and so
 * loads Node's own `fetch` and WebSocket: 16 MB of memory and 30 ms of each start (Node 26).
 */
export const { Agent, createServer, IncomingMessage, request, ServerResponse, STATUS_CODES } = http;
export type Agent = InstanceType<typeof Agent>;
export type IncomingMessage = InstanceType<typeof IncomingMessage>;
export type ServerResponse = InstanceType<typeof ServerResponse>;
