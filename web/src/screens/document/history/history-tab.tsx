import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileDown, History } from 'lucide-react';
import {
  type HistoryFilter,
  historyPageSize,
  historyQuery,
  historyTable,
  type LogEntry,
} from '../../../api/audit.ts';
import type { Doc } from '../../../api/types.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';
import { documentRoute } from '../route.ts';
import { usePersonLabel } from '../social/use-person-label.ts';
import { eventDetail, eventText } from './event-text.ts';
import classes from './history.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { offerFile } from './offer-file.ts';

/** What happened to a document, by whom and when. The filters are in the address. */
export function HistoryTab({ document }: { readonly document: Doc }) {
  const text = useText();
  const { event, user, since, until, page = 0 } = documentRoute.useSearch();
  const filter: HistoryFilter = { event, user, since, until };
  const found = useQuery({
    ...historyQuery(document.uid, filter, page),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => historyTable(document.uid, filter),
    onSuccess: (table) => offerFile(table, `${document.title} history.csv`),
    onError: (error) => notifyError(text, error),
  });
  return (
    <div className={classes.history}>
      <HistoryFilters filter={filter} />
      <Entries found={found} />
      {found.data && found.data.entries.length > 0 && (
        <div className={classes.foot}>
          <Pages total={found.data.resultsCount} shown={found.data.entries.length} />
          <Button icon={FileDown} onPress={() => save.mutate()} isDisabled={save.isPending}>
            {text('versions.saveTable')}
          </Button>
        </div>
      )}
    </div>
  );
}

type Found = ReturnType<typeof useQuery<{ readonly entries: readonly LogEntry[] }>>;

function Entries({ found }: { readonly found: Pick<Found, 'data' | 'error' | 'refetch'> }) {
  const text = useText();
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Loading />;
  if (found.data.entries.length === 0) {
    return <Empty icon={History} title={text('versions.noEntries')} />;
  }
  return (
    <ul className={classes.entries} aria-label={text('versions.history')}>
      {found.data.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: LogEntry }) {
  const text = useText();
  const formats = useFormats();
  const who = usePersonLabel(entry.principalName ?? '');
  return (
    <li className={classes.entry}>
      <span className={classes.what}>{eventText(entry, text)}</span>
      <span>{who}</span>
      <time dateTime={entry.eventDate} className={classes.when}>
        {formats.dateTime(entry.eventDate)} ({formats.relative(entry.eventDate)})
      </time>
      <span className={classes.detail}>{eventDetail(entry, text)}</span>
    </li>
  );
}

function Pages({ total, shown }: { readonly total: number; readonly shown: number }) {
  const text = useText();
  const { page = 0 } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const first = page * historyPageSize;
  const go = (wanted: number): void =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, page: wanted }) });
  return (
    <nav aria-label={text('versions.pages')} className={classes.pages}>
      <IconButton
        icon={ChevronLeft}
        label={text('versions.newerEntries')}
        isDisabled={page === 0}
        onPress={() => go(page - 1)}
      />
      <span role="status">
        {text('versions.range', { first: first + 1, last: first + shown, total })}
      </span>
      <IconButton
        icon={ChevronRight}
        label={text('versions.olderEntries')}
        isDisabled={first + shown >= total}
        onPress={() => go(page + 1)}
      />
    </nav>
  );
}
