import { useQuery } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { NetworkError } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { Unloaded } from './states.tsx';

/** What is shown until it is there: the state of a screen or of a part of one, or nothing. */
type Place = 'screen' | 'part' | 'overlay';

type Component<P> = (props: P) => ReactNode;

let count = 0;

/**
 * A part of the application that is loaded when it is shown. As what is read from the server, it waits for a
 * connection, says what went wrong, and can be asked for again: React and the router keep the first failure for ever.
 */
export function lazyPart<P extends object>(
  place: Place,
  load: () => Promise<Component<P>>,
): Component<P> & { preload(): Promise<void> } {
  let loaded: Component<P> | undefined;
  count += 1;
  const query = {
    queryKey: keys.fixed('part', count),
    queryFn: async (): Promise<{ readonly part: Component<P> }> => {
      loaded ??= await load().catch(unreachable);
      return { part: loaded };
    },
  };
  function Part(props: P) {
    const found = useQuery({ ...query, enabled: !loaded });
    const part = loaded ?? found.data?.part;
    if (part) return createElement(part, props);
    return place === 'overlay' ? null : <Unloaded found={found} isScreen={place === 'screen'} />;
  }
  Part.preload = async (): Promise<void> => {
    // The part itself waits, and shows what went wrong.
    if (navigator.onLine) await query.queryFn().catch(() => undefined);
  };
  return Part;
}

/** Style sheets that have failed are not asked for again by the code that loads parts. */
function unreachable(cause: unknown): never {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
  throw new NetworkError('', { cause });
}
