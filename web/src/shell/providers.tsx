import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applicationPath } from '../api/server.ts';
import { useText } from '../i18n/i18n.tsx';
import { providersQuery } from '../session/providers.ts';
import { meQuery } from '../session/session.ts';
import buttons from '../ui/button.module.css';

/** A link for each server at which users can sign in; nothing where there is none. */
export function Providers({ isOver = false }: { readonly isOver?: boolean }) {
  const text = useText();
  const { data } = useQuery(providersQuery);
  const { pathname, search, hash } = location;
  // Over a screen it is another tab: what was typed here stays.
  const target = isOver ? `${applicationPath}/` : pathname + search + hash;
  return (
    <>
      {data?.map(({ name, label, addressFor }) => (
        <a
          key={name}
          href={addressFor(target)}
          target={isOver ? '_blank' : undefined}
          className={`${buttons.button} ${buttons.plain}`}
        >
          {text('signIn.with', { name: label })}
        </a>
      ))}
      {isOver && data && data.length > 0 && <SessionWatch />}
    </>
  );
}

/** Sees the session that another tab has opened, when the user comes back. */
function SessionWatch() {
  const client = useQueryClient();
  useEffect(() => {
    const look = async (): Promise<void> => {
      const me = await client.fetchQuery({ ...meQuery, staleTime: 0 });
      if (me) await client.invalidateQueries();
    };
    const onFocus = (): void => void look().catch(() => undefined);
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [client]);
  return null;
}
