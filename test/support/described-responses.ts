import type { ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeExposed } from '../../src/automation/describe.ts';
import { idOf } from '../../src/automation/registry.ts';
import { enrichers } from '../../src/enrichers/index.ts';
import { adapters } from '../../src/http/adapters/index.ts';
import { fullPath } from '../../src/http/app.ts';
import { buildOpenApi } from '../../src/http/openapi.ts';
import { adapterPath, routePaths } from '../../src/http/openapi-paths.ts';
import { commonErrors } from '../../src/http/responses.ts';
import { routes } from '../../src/http/routes/index.ts';
import { webApplicationRoutes } from '../../src/http/routes/web-applications.ts';
import type { Services } from '../../src/http/services.ts';
import { addProblem } from './response-problems.ts';

export interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface DescribedOperation {
  readonly parameters?: readonly { $ref?: string; in?: string; name?: string }[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

/** Stands for the paths of all web applications. */
const applicationPath = '/ui';
const described = [
  ...routes,
  ...webApplicationRoutes({ path: applicationPath, folder: '', policy: '' }),
];

let known: Description | undefined;

/**
 * Checks every response of the application against its description: the status, whether there is a body
 * and, of JSON, the schema. It sees what goes to the client, in-process and over sockets.
 */
export function checkResponses(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    watch(reply.raw, (response) => {
      known ??= new Description(services);
      const problem = known.problemOf(known.pathOf(request, services), request.method, response);
      if (problem === undefined) return;
      const { status, json = '' } = response;
      const line = `${request.method} ${request.originalUrl.slice(0, 200)} → ${status}`;
      addProblem(`${line}: ${problem}\n${json.slice(0, 300)}`);
    });
    done();
  });
}

interface SentResponse {
  readonly status: number;
  readonly type: string;
  readonly isEmpty: boolean;
  /** Undefined of other types and of large bodies, which repeat what smaller ones have. */
  readonly json: string | undefined;
}

const checkedBytesMax = 100_000;

function watch(raw: ServerResponse, use: (response: SentResponse) => void): void {
  const { writeHead, write, end } = raw;
  const pieces: Buffer[] = [];
  let type = '';
  let sizeBytes = 0;
  const take = (piece: unknown, encoding: unknown): void => {
    if (typeof piece !== 'string' && !(piece instanceof Uint8Array)) return;
    sizeBytes += piece.length;
    if (sizeBytes > checkedBytesMax) return;
    pieces.push(
      typeof piece === 'string' ? Buffer.from(piece, encoding as 'utf8') : Buffer.from(piece),
    );
  };
  raw.writeHead = (...args: unknown[]) => {
    const headers = args.at(-1) as Readonly<Record<string, unknown>>;
    type = String(headers['Content-Type'] ?? '');
    return Reflect.apply(writeHead, raw, args);
  };
  raw.write = (...args: unknown[]) => {
    take(args[0], args[1]);
    return Reflect.apply(write, raw, args);
  };
  raw.end = (...args: unknown[]) => {
    take(args[0], args[1]);
    const isChecked = type.startsWith('application/json') && sizeBytes <= checkedBytesMax;
    const json = isChecked ? Buffer.concat(pieces).toString() : undefined;
    use({ status: raw.statusCode, type, isEmpty: sizeBytes === 0, json });
    return Reflect.apply(end, raw, args);
  };
}

class Description {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    // Most of the schemas of a worker check a few responses: compiling each takes longer than running it.
    code: { optimize: false },
    inlineRefs: false,
  });
  readonly #validators = new Map<object, ValidateFunction>();
  /** As the HTTP library names a route → as the description does. */
  readonly #paths: ReadonlyMap<string, string>;

  constructor({ automation }: Services) {
    const { registry } = automation;
    const accessRules = { isHidden: () => false };
    const { operations, chains } = describeExposed({ registry, accessRules });
    const definitions = {
      routes: described,
      adapters,
      enrichers,
      operations: [...operations, ...chains],
    };
    const document = buildOpenApi({ ...definitions, version: '1' });
    // As it is sent.
    this.#document = JSON.parse(JSON.stringify(document));
    this.#ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    this.#ajv.addSchema(this.#document, 'openapi');
    this.#paths = new Map(
      described.map((route) => [fullPath(route, ''), routePaths(route)[0] ?? '']),
    );
  }

  pathOf(
    { method, routeOptions, url }: FastifyRequest,
    { automation, config, webApplications }: Services,
  ) {
    const pattern = (routeOptions.url ?? '').slice(config.contextPath.length);
    const own = webApplications.find((each) => [each.path, `${each.path}/*`].includes(pattern));
    const path = this.#paths.get(own ? pattern.replace(own.path, applicationPath) : pattern) ?? '';
    if (path === '/site/automation/{operation}' && method === 'POST') {
      const name = decodeURIComponent(url.split('?', 1)[0]?.split('/').at(-1) ?? '');
      const runnable = automation.registry.find(name);
      // Chains from files are of one test.
      const isShared = runnable?.kind === 'operation' || runnable?.chain.source === undefined;
      return runnable && isShared ? `/site/automation/${idOf(runnable)}` : path;
    }
    if (!/^\/api\/v1\/(id|path)\//.test(path)) return path;
    const names = url.split(/[/?]/).filter((segment) => segment.startsWith('@'));
    const name = names.findLast((each) => each.startsWith('@'));
    const named = adapters.filter((each) => `@${each.name}` === name);
    const adapter = named.find((each) => each.method === method) ?? named[0];
    return adapter ? adapterPath(adapter) : path;
  }

  problemOf(path: string, method: string, response: SentResponse): string | undefined {
    const { status, isEmpty } = response;
    if (method === 'OPTIONS' && status === 200 && isEmpty) return undefined;
    const described =
      this.#document.paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    const declared = this.#resolve(described?.responses[status]);
    const isCommon = commonErrors.has(status);
    if (!declared && !isCommon) return `the status is not declared at ${path}`;
    if (method === 'HEAD' || (status >= 400 && isEmpty)) return undefined;
    const problem = declared ? this.#bodyProblem(declared, response) : 'no such status';
    if (problem === undefined || !isCommon) return problem;
    const asError = this.#bodyProblem(this.#document.components.responses.error ?? {}, response);
    return asError === undefined ? undefined : `${problem}; ${asError}`;
  }

  #resolve(response: DescribedResponse | undefined): DescribedResponse | undefined {
    const name = response?.$ref?.split('/').at(-1);
    return name === undefined ? response : this.#document.components.responses[name];
  }

  #bodyProblem({ content = {} }: DescribedResponse, { type, isEmpty, json }: SentResponse) {
    if (isEmpty) {
      const mayBeEmpty = Object.keys(content).length === 0 || '*/*' in content;
      return mayBeEmpty ? undefined : 'the body is empty';
    }
    const isEntity = type.includes('nuxeo-entity=');
    if ('*/*' in content && !isEntity) return undefined;
    const schema = content[type.split(';', 1)[0] ?? '']?.schema;
    if (!schema) return `the type ${type} is not declared`;
    return json === undefined ? undefined : this.#jsonProblem(schema, json);
  }

  #jsonProblem(schema: object, json: string): string | undefined {
    let validate = this.#validators.get(schema);
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
      validate = this.#ajv.compile(JSON.parse(text));
      this.#validators.set(schema, validate);
    }
    if (validate(JSON.parse(json))) return undefined;
    return this.#ajv.errorsText(validate.errors?.slice(0, 12), { dataVar: '' });
  }
}
