import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type Connection, connectionsQuery, withdrawConnection } from '../../api/account.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import classes from './profile.module.css';

/** Applications that the user has granted access at the page of OAuth2. */
export function Connections() {
  const text = useText();
  const found = useQuery(connectionsQuery);
  return (
    <section className={classes.section}>
      <h2>{text('profile.connections')}</h2>
      {found.isPending && <Loading />}
      {found.error && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p className={classes.quiet}>{text('profile.noConnections')}</p>}
      <ul className={classes.connections}>
        {found.data?.map((each) => (
          <Row key={each.clientId} connection={each} />
        ))}
      </ul>
    </section>
  );
}

function Row({ connection }: { readonly connection: Connection }) {
  const text = useText();
  const formats = useFormats();
  const client = useQueryClient();
  const { clientId, creationDate } = connection;
  const withdrawing = useMutation({
    mutationFn: () => withdrawConnection(client, connection),
    onSuccess: () => notify({ text: text('profile.connectionWithdrawn', { name: clientId }) }),
    onError: (error) => notifyError(text, error),
  });
  return (
    <li>
      <strong>{clientId}</strong>
      <span>
        {/* Dates of this entity are in UTC without saying so. */}
        {text('profile.since', { date: formats.date(`${creationDate.replace(' ', 'T')}Z`) })}
      </span>
      <IconButton
        icon={Trash2}
        label={text('profile.withdrawConnection', { name: clientId })}
        onPress={() => withdrawing.isPending || withdrawing.mutate()}
      />
    </li>
  );
}
