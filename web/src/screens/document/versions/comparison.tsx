import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { documentQuery } from '../../../api/documents.ts';
import type { Doc } from '../../../api/types.ts';
import type { Version } from '../../../api/versions.ts';
import { differences } from '../../../documents/compare.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Unloaded } from '../../../ui/states.tsx';
import { documentRoute } from '../route.ts';
import { ContentDifference } from './content-difference.tsx';
import { DifferenceView } from './difference-view.tsx';
import classes from './versions.module.css';

interface Props {
  readonly older: string;
  readonly newer: string;
  readonly live: Doc | undefined;
  readonly versions: readonly Version[];
}

/** What differs between two states of a document; the address says which. */
export function Comparison({ older, newer, live, versions }: Props) {
  const text = useText();
  const navigate = documentRoute.useNavigate();
  const options = [
    ...(live ? [{ id: 'current', label: text('versions.current') }] : []),
    ...versions.map(({ uid, label }) => ({ id: uid, label: text('versions.version', { label }) })),
  ];
  const choose = (change: { older?: string; newer?: string }): void =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...change }), replace: true });
  const close = (): void =>
    void navigate({
      to: '.',
      search: ({ older: _older, newer: _newer, ...previous }) => previous,
    });
  const known = (id: string) => (options.some((each) => each.id === id) ? id : null);
  return (
    <section aria-label={text('versions.comparison')} className={classes.comparison}>
      <div className={classes.compared}>
        <Select
          label={text('versions.older')}
          options={options}
          value={known(older)}
          onChange={(id) => choose({ older: id })}
        />
        <Select
          label={text('versions.newer')}
          options={options}
          value={known(newer)}
          onChange={(id) => choose({ newer: id })}
        />
        <IconButton icon={X} label={text('versions.closeComparison')} onPress={close} />
      </div>
      <Compared older={uidOf(older, live)} newer={uidOf(newer, live)} />
    </section>
  );
}

function uidOf(id: string, live: Doc | undefined): string {
  return id === 'current' && live ? live.uid : id;
}

function Compared({ older, newer }: { readonly older: string; readonly newer: string }) {
  const text = useText();
  const before = useQuery(documentQuery(older));
  const after = useQuery(documentQuery(newer));
  if (!before.data || before.error) return <Unloaded found={before} />;
  if (!after.data || after.error) return <Unloaded found={after} />;
  const found = differences(before.data, after.data);
  if (found.length === 0) return <p role="status">{text('versions.same')}</p>;
  return (
    <>
      <p role="status">{text('versions.differences', { count: found.length })}</p>
      <dl className={classes.differences}>
        {found.map((each) => (
          <DifferenceView key={each.xpath} difference={each} />
        ))}
      </dl>
      <ContentDifference before={before.data} after={after.data} />
    </>
  );
}
