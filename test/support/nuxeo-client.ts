import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

/** Dialects and stores that the official client is tried with. */
export const clientPlaces = [
  ['contract', 'sqlite'],
  ['native', 'sqlite'],
  ['contract', 'postgres'],
  ['native', 'postgres'],
] as const;

/** The parts of the official JavaScript client that are used here; it comes without types. */
export interface NuxeoDocument {
  readonly uid: string;
  readonly path: string;
  readonly title: string;
  readonly type: string;
  readonly state: string;
  readonly facets: readonly string[];
  readonly changeToken: string;
  readonly isVersion: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: values of many shapes
  readonly contextParameters?: Readonly<Record<string, any>>;
  // biome-ignore lint/suspicious/noExplicitAny: values of many shapes
  readonly properties: Record<string, any>;
  set(properties: object): NuxeoDocument;
  save(options?: object): Promise<NuxeoDocument>;
  get(property: string): unknown;
  isFolder(): boolean;
  hasFacet(facet: string): boolean;
  isCollection(): boolean;
  isCollectable(): boolean;
  fetchBlob(xpath?: string): Promise<{ buffer(): Promise<Buffer>; headers: Headers }>;
  move(target: string, name?: string): Promise<NuxeoDocument>;
  followTransition(name: string): Promise<NuxeoDocument>;
  hasPermission(name: string): Promise<boolean>;
  addPermission(params: object): Promise<NuxeoDocument>;
  removePermission(params: object): Promise<NuxeoDocument>;
  fetchACLs(): Promise<readonly NuxeoAcl[]>;
  lock(): Promise<NuxeoDocument>;
  unlock(): Promise<NuxeoDocument>;
  fetchLockStatus(): Promise<{ lockOwner?: string; lockCreated?: string }>;
  fetchAudit(query?: object): Promise<{ entries: readonly { eventId: string }[] }>;
  convert(options: object): Promise<{ text(): Promise<string> }>;
  scheduleConversion(options: object): Promise<{ readonly pollingURL: string }>;
  startWorkflow(model: string): Promise<NuxeoWorkflow>;
  fetchWorkflows(): Promise<NuxeoEntries<NuxeoWorkflow>>;
  fetchRendition(name: string): Promise<unknown>;
  fetchRenditions(): Promise<unknown>;
}

export interface NuxeoAcl {
  readonly name: string;
  readonly aces: readonly { readonly id: string; readonly username: string }[];
}

interface NuxeoEntries<T> {
  readonly entries: readonly T[];
}

export interface NuxeoWorkflow {
  readonly id: string;
  readonly state: string;
  readonly title: string;
  readonly workflowModelName: string;
  readonly attachedDocumentIds: readonly { readonly id: string }[];
  readonly variables: Readonly<Record<string, unknown>>;
  fetchTasks(): Promise<NuxeoEntries<NuxeoTask>>;
  fetchGraph(): Promise<{
    readonly nodes: readonly { readonly id: string; readonly state: string }[];
  }>;
}

export interface NuxeoTask {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly nodeName: string;
  readonly actors: readonly { readonly id: string }[];
  readonly comments: readonly { readonly author: string; readonly text: string }[];
  readonly variables: Readonly<Record<string, unknown>>;
  variable(name: string, value: unknown): NuxeoTask;
  complete(action: string, options?: object): Promise<NuxeoTask>;
  reassign(actors: string | readonly string[], options?: object): Promise<unknown>;
  delegate(actors: string | readonly string[], options?: object): Promise<unknown>;
}

interface NuxeoWorkflows {
  start(model: string, options?: object): Promise<NuxeoWorkflow>;
  fetch(id: string): Promise<NuxeoWorkflow>;
  delete(id: string): Promise<unknown>;
  fetchStartedWorkflows(model: string): Promise<NuxeoEntries<NuxeoWorkflow>>;
  fetchTasks(options?: object): Promise<NuxeoEntries<NuxeoTask>>;
}

export interface NuxeoPage {
  readonly entries: readonly NuxeoDocument[];
  readonly resultsCount: number;
}

export interface NuxeoUser {
  readonly id: string;
  properties: Record<string, unknown>;
  readonly extendedGroups: readonly { readonly name: string }[];
  readonly isAdministrator: boolean;
  set(properties: object): NuxeoUser;
  get(property: string): unknown;
  save(): Promise<NuxeoUser>;
}

export interface NuxeoGroup {
  readonly groupname: string;
  grouplabel: string;
  memberUsers: string[];
  save(): Promise<NuxeoGroup>;
}

export interface NuxeoDirectoryEntry {
  readonly id: string;
  readonly properties: Record<string, unknown>;
  set(properties: object): NuxeoDirectoryEntry;
  get(property: string): unknown;
  save(): Promise<NuxeoDirectoryEntry>;
}

export interface NuxeoDirectory {
  fetchAll(options?: object): Promise<{ readonly entries: readonly NuxeoDirectoryEntry[] }>;
  fetch(id: string, options?: object): Promise<NuxeoDirectoryEntry>;
  create(entry: object): Promise<NuxeoDirectoryEntry>;
  update(entry: object): Promise<NuxeoDirectoryEntry>;
  delete(id: string): Promise<{ status: number }>;
}

export interface NuxeoRepository extends NuxeoOptions<NuxeoRepository> {
  fetch(reference: string, options?: object): Promise<NuxeoDocument>;
  create(parent: string, document: object): Promise<NuxeoDocument>;
  update(document: object): Promise<NuxeoDocument>;
  delete(reference: string): Promise<{ status: number }>;
  query(query: object): Promise<NuxeoPage>;
}

interface NuxeoBatchBlob {
  readonly 'upload-batch': string;
  readonly 'upload-fileId': string;
  readonly name?: string;
}

interface NuxeoUploaded {
  readonly blob: NuxeoBatchBlob;
  readonly blobs: readonly NuxeoBatchBlob[];
  readonly batch: NuxeoBatch;
}

export interface NuxeoBatch {
  upload(...blobs: object[]): Promise<NuxeoUploaded>;
  done(): Promise<NuxeoUploaded>;
  isFinished(): boolean;
  fetchBlob(index: number): Promise<NuxeoUploaded>;
  fetchBlobs(): Promise<NuxeoUploaded>;
  removeBlob(index: number): Promise<{ status: number }>;
  cancel(): Promise<NuxeoBatch>;
}

/** What clients, repositories, requests and operations have in common. */
interface NuxeoOptions<T> {
  repositoryName(name: string): T;
  schemas(names: readonly string[]): T;
  enrichers(names: object, override?: boolean): T;
  enricher(entity: string, name: string): T;
  fetchProperties(names: object, override?: boolean): T;
  fetchProperty(entity: string, name: string): T;
  translateProperties(names: object, override?: boolean): T;
  translateProperty(entity: string, name: string): T;
  depth(depth: string): T;
  headers(headers: object): T;
  header(name: string, value: string): T;
  timeout(seconds: number): T;
  transactionTimeout(seconds: number): T;
  httpTimeout(milliseconds: number): T;
}

export interface NuxeoRequest extends NuxeoOptions<NuxeoRequest> {
  path(path: string): NuxeoRequest;
  queryParams(params: object): NuxeoRequest;
  // biome-ignore lint/suspicious/noExplicitAny: entities of many shapes
  get(options?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: entities of many shapes
  put(options?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: entities of many shapes
  post(options?: object): Promise<any>;
  delete(options?: object): Promise<{ status: number }>;
  // biome-ignore lint/suspicious/noExplicitAny: entities of many shapes
  execute(options: object): Promise<any>;
}

interface NuxeoOperation extends NuxeoOptions<NuxeoOperation> {
  param(name: string, value: unknown): NuxeoOperation;
  params(params: object): NuxeoOperation;
  context(context: object): NuxeoOperation;
  input(input: unknown): NuxeoOperation;
  // biome-ignore lint/suspicious/noExplicitAny: results of many kinds
  execute(options?: object): Promise<any>;
}

interface NuxeoServerVersion {
  eq(version: string | NuxeoServerVersion): boolean;
  gt(version: string | NuxeoServerVersion): boolean;
  gte(version: string | NuxeoServerVersion): boolean;
  lt(version: string | NuxeoServerVersion): boolean;
  lte(version: string | NuxeoServerVersion): boolean;
  toString(): string;
}

export interface NuxeoClient extends NuxeoOptions<NuxeoClient> {
  readonly connected: boolean;
  readonly nuxeoVersion: string;
  readonly serverVersion: NuxeoServerVersion;
  readonly user: NuxeoUser;
  connect(): Promise<NuxeoClient>;
  login(): Promise<NuxeoClient>;
  computeAuthenticationHeaders(): Readonly<Record<string, string>>;
  authenticateURL(url: string): string;
  onAuthenticationRefreshed(listener: (auth: { token: NuxeoTokens }) => void): void;
  repository(name?: string): NuxeoRepository;
  batchUpload(options?: object): NuxeoBatch;
  users(): {
    fetch(name: string): Promise<NuxeoUser>;
    create(user: object): Promise<NuxeoUser>;
    update(user: object): Promise<NuxeoUser>;
    delete(name: string): Promise<{ status: number }>;
  };
  groups(): {
    fetch(name: string, options?: object): Promise<NuxeoGroup>;
    create(group: object): Promise<NuxeoGroup>;
    update(group: object): Promise<NuxeoGroup>;
    delete(name: string): Promise<{ status: number }>;
  };
  directory(name: string): NuxeoDirectory;
  http(options: object): Promise<Response>;
  request(path: string): NuxeoRequest;
  operation(id: string): NuxeoOperation;
  workflows(): NuxeoWorkflows;
  requestAuthenticationToken(
    application: string,
    deviceId: string,
    device: string,
    permission: string,
  ): Promise<string>;
}

type NuxeoAuth =
  | { method: 'basic'; username: string; password: string }
  | { method: 'token'; token: string }
  | { method: 'bearerToken'; token: string | NuxeoTokens; clientId?: string }
  | { method: 'custom'; user: string }
  | null;

export interface NuxeoTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface NuxeoOAuth2 {
  fetchAccessToken(baseURL: string, clientId: string, params: object): Promise<NuxeoTokens>;
  getAuthorizationURL(options: object): string;
  fetchAccessTokenFromAuthorizationCode(options: object): Promise<NuxeoTokens>;
  fetchAccessTokenFromJWTToken(options: object): Promise<NuxeoTokens>;
  refreshAccessToken(options: object): Promise<NuxeoTokens>;
}

type NuxeoClass = abstract new () => object;

interface NuxeoModule {
  new (options: { baseURL: string; auth: NuxeoAuth; [option: string]: unknown }): NuxeoClient;
  oauth2: NuxeoOAuth2;
  readonly constants: {
    readonly depth: Readonly<Record<string, string>>;
    readonly enricher: { readonly document: Readonly<Record<string, string>> };
  };
  readonly SERVER_VERSIONS: Readonly<Record<string, NuxeoServerVersion>>;
  registerAuthenticator(method: string, authenticator: object): void;
  registerUnmarshaller(
    entityType: string,
    unmarshaller: (json: Record<string, unknown>) => unknown,
  ): void;
  readonly Document: NuxeoClass;
  readonly User: NuxeoClass;
  readonly Group: NuxeoClass;
  readonly DirectoryEntry: NuxeoClass;
  readonly Workflow: NuxeoClass;
  readonly Task: NuxeoClass;
  readonly BatchBlob: NuxeoClass;
  Blob: new (options: {
    content: Readable | Buffer;
    name: string;
    mimeType: string;
    size: number;
  }) => object;
}

export const Nuxeo = createRequire(import.meta.url)('nuxeo') as NuxeoModule;

/** A client as a user of the server makes one. */
export function openClient(
  baseURL: string,
  username = 'Administrator',
  password = username,
): NuxeoClient {
  return new Nuxeo({ baseURL, auth: { method: 'basic', username, password } });
}
