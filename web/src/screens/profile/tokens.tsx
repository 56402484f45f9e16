import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type Token, tokensQuery, withdrawToken } from '../../api/account.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { Unloaded } from '../../ui/states.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import classes from './profile.module.css';

export function Tokens() {
  const text = useText();
  const found = useQuery(tokensQuery);
  return (
    <section className={classes.section}>
      <h2>{text('profile.tokens')}</h2>
      <p>{text('profile.tokensHelp')}</p>
      {(!found.data || found.error) && <Unloaded found={found} />}
      {found.data && <TokenTable tokens={found.data} />}
      <NewTokenForm />
    </section>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const text = useText();
  const formats = useFormats();
  if (tokens.length === 0) return <p className={classes.quiet}>{text('profile.noTokens')}</p>;
  return (
    <div className={classes.wide}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{text('profile.application')}</th>
            <th scope="col">{text('profile.permission')}</th>
            <th scope="col">{text('profile.created')}</th>
            <th scope="col">{text('profile.lastUse')}</th>
            <th scope="col">
              <span className="visually-hidden">{text('profile.withdraw')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">{token.application}</th>
              <td>
                {text(token.permission === 'r' ? 'profile.permission.r' : 'profile.permission.rw')}
              </td>
              <td>{formats.date(token.creationDate)}</td>
              <td>
                {token.lastUseDate ? formats.relative(token.lastUseDate) : text('profile.never')}
              </td>
              <td>
                <Withdraw token={token} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Withdraw({ token: { id, application } }: { readonly token: Token }) {
  const text = useText();
  const client = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: () => withdrawToken(client, id),
    onSuccess: () => notify({ text: text('profile.withdrawn') }),
    onError: (error) => notifyError(text, error),
  });
  return (
    <IconButton
      icon={Trash2}
      label={text('profile.withdrawToken', { application })}
      onPress={() => withdrawing.isPending || withdrawing.mutate()}
    />
  );
}
