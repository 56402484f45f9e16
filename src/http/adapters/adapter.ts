import type { Value } from '../../automation/values.ts';
import type { DocumentAddress } from '../requests/document-address.ts';
import type { Method, RequestContext, RouteDefinition, RouteReply } from '../route.ts';

/** One method of a `@name` below a document. */
export interface AdapterDefinition
  extends Pick<RouteDefinition, 'bodyContent' | 'parameters' | 'responses'> {
  readonly name: string;
  readonly method: Method;
  readonly summary: string;
  /** Pattern of what follows the name, for the documentation; empty when nothing may follow. */
  readonly argsPattern: string;
  /** Nothing may follow it as well. */
  readonly isArgumentOptional?: true;
  /** Names of adapters that it may follow: `/@blob/{xpath}/@preview`. */
  readonly follows?: readonly string[];
  /** Whether it changes the store, where its method says otherwise; `rest` is what follows its name. */
  readonly writes?: boolean | ((rest: string) => boolean);
  handle(context: RequestContext, target: AdapterTarget): Promise<RouteReply>;
  /** Its value for what follows: the input of an operation (`/@children/@op/…`), what `@convert` converts. */
  resource?(context: RequestContext, target: AdapterTarget): Promise<AdapterResource>;
}

export interface AdapterResource<T extends Value = Value> {
  readonly value: T;
  /** To be called once the response is sent. */
  readonly release?: () => Promise<void>;
}

export interface AdapterTarget {
  readonly address: DocumentAddress;
  readonly args: readonly string[];
  /** The adapter that it follows. */
  readonly before?: { readonly name: string; readonly args: readonly string[] };
}

export function defineAdapter(adapter: AdapterDefinition): AdapterDefinition {
  return adapter;
}

/** A reply that was made with the resource, which is released after it. */
export async function replyWith(
  { value, release }: AdapterResource,
  make: (value: Value) => Promise<RouteReply>,
): Promise<RouteReply> {
  if (!release) return make(value);
  try {
    const reply = await make(value);
    const releaseAll = async (): Promise<void> => {
      await reply.release?.();
      await release();
    };
    return { ...reply, release: releaseAll };
  } catch (error) {
    await release();
    throw error;
  }
}
