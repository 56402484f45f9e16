import type { components, paths } from './schema.gen.ts';

export type Schemas = components['schemas'];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The templates of paths that have the method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<Lowercase<M>, unknown>> ? P : never;
}[keyof paths];

type Described<P extends keyof paths, M extends Method> = paths[P][Lowercase<M> & keyof paths[P]];

type Value = string | number | boolean;

/** A value for each name that is described; page providers and headers have further ones. */
type Given<T> = { readonly [N in keyof T]: T[N] } & {
  readonly [name: string]: Value | readonly Value[] | undefined;
};

type PathOf<D> = D extends { readonly parameters: { readonly path: infer T } }
  ? { readonly path: { readonly [N in keyof T]: Value } }
  : { readonly path?: never };

type GroupOf<D, G extends string> = D extends {
  readonly parameters: { readonly [N in G]?: infer T };
}
  ? NonNullable<T> extends never
    ? unknown
    : NonNullable<T>
  : unknown;

type BodyOf<D> = D extends { readonly requestBody: { readonly content: infer C } }
  ? { readonly body: SentBody<C> }
  : D extends { readonly requestBody?: { readonly content: infer C } }
    ? { readonly body?: SentBody<NonNullable<C>> }
    : { readonly body?: unknown };

/** JSON as described, or what `fetch` takes as it is. */
type SentBody<C> = C extends { readonly 'application/json': infer T } ? T | RawBody : unknown;

export type RawBody = FormData | Blob | ArrayBuffer | ArrayBufferView | URLSearchParams;

export interface CommonOptions {
  readonly signal?: AbortSignal | undefined;
  /** What `fetch` takes besides, such as `cache` or `keepalive`. */
  readonly fetchOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** What is given for a request: values of the template, query, headers and body. */
export type RequestOptions<P extends keyof paths, M extends Method> = PathOf<Described<P, M>> &
  BodyOf<Described<P, M>> &
  CommonOptions & {
    /** An array is sent as a parameter for each value. */
    readonly query?: Given<GroupOf<Described<P, M>, 'query'>> | undefined;
    readonly headers?: Given<GroupOf<Described<P, M>, 'header'>> | undefined;
  };

/** Optional where nothing in it is required. */
export type OptionsArgument<T> = Record<never, never> extends T ? [options?: T] : [options: T];

type JsonOf<R> = R extends { readonly content: { readonly 'application/json': infer T } }
  ? T
  : never;

type OtherTypes<R> = R extends { readonly content: infer C }
  ? Exclude<keyof C, `application/json${string}`>
  : never;

/** JSON is parsed, text is a string, everything else a `Blob`. */
type ContentOf<R> =
  | JsonOf<R>
  | (OtherTypes<R> extends never ? never : OtherTypes<R> extends `text/${string}` ? string : Blob);

type BodyWith<R> = R extends { readonly content: object } ? ContentOf<R> : undefined;

type ResponsesOf<D> = D extends { readonly responses: infer R } ? R : never;

/** What a request returns: the body of its successes, undefined where there is none. */
export type Answer<P extends keyof paths, M extends Method> = {
  [S in keyof ResponsesOf<Described<P, M>>]: S extends 200 | 201 | 202 | 204
    ? BodyWith<ResponsesOf<Described<P, M>>[S]>
    : never;
}[keyof ResponsesOf<Described<P, M>>];

type OperationPath = Extract<PathWith<'POST'>, `/site/automation/${string}`>;

/** Ids of operations and chains. */
export type OperationName = Exclude<
  OperationPath extends `/site/automation/${infer N}` ? N : never,
  `${string}{${string}`
>;

type CallPath<N extends OperationName> = Extract<OperationPath, `/site/automation/${N}`>;

type CallBody<N extends OperationName> =
  Described<CallPath<N>, 'POST'> extends {
    readonly requestBody?: { readonly content: { readonly 'application/json': infer T } };
  }
    ? T
    : never;

/** The body of the call, files as they are in the place of the input, and what all requests take. */
export type CallOptions<N extends OperationName> = Omit<CallBody<N>, 'input'> & {
  readonly input?: ('input' extends keyof CallBody<N> ? CallBody<N>['input'] : never) | Files;
} & Pick<RequestOptions<CallPath<N>, 'POST'>, 'headers' | 'signal' | 'fetchOptions'>;

export type Files = Blob | readonly Blob[];

export type CallAnswer<N extends OperationName> = Answer<CallPath<N>, 'POST'>;
