import { type FormEvent, useState } from 'react';
import type { HistoryFilter } from '../../../api/audit.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { type Option, Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { documentRoute } from '../route.ts';
import { eventTexts } from './event-text.ts';
import classes from './history.module.css';

const all = 'all';

export function HistoryFilters({ filter }: { readonly filter: HistoryFilter }) {
  const text = useText();
  const navigate = documentRoute.useNavigate();
  const change = (changes: Partial<HistoryFilter>): void =>
    void navigate({
      to: '.',
      search: ({ page: _, ...previous }) => ({ ...previous, ...changes }),
      replace: true,
    });
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <search className={classes.filters} aria-label={text('versions.filters')}>
      <Select
        label={text('versions.what')}
        options={useEvents()}
        value={filter.event ?? all}
        onChange={(event) => change({ event: event === all ? undefined : event })}
      />
      <UserFilter key={filter.user} user={filter.user} onChange={(user) => change({ user })} />
      <DayField
        label={text('versions.since')}
        value={filter.since ?? ''}
        onChange={(since) => change({ since: since || undefined })}
      />
      <DayField
        label={text('versions.until')}
        value={filter.until ?? ''}
        onChange={(until) => change({ until: until || undefined })}
      />
      {isFiltered && (
        <Button
          look="quiet"
          onPress={() =>
            change({ event: undefined, user: undefined, since: undefined, until: undefined })
          }
        >
          {text('versions.noFilter')}
        </Button>
      )}
    </search>
  );
}

/** Some happenings are told by two events at once: the first of them is enough. */
const distinctEvents = Object.entries(eventTexts).filter(
  ([, label], at, events) => events.findIndex(([, other]) => other === label) === at,
);

function useEvents(): readonly Option[] {
  const text = useText();
  return [
    { id: all, label: text('versions.anything') },
    ...distinctEvents.map(([id, label]) => ({ id, label: text(label) })),
  ];
}

interface UserFilterProps {
  readonly user: string | undefined;
  readonly onChange: (user: string | undefined) => void;
}

function UserFilter({ user = '', onChange }: UserFilterProps) {
  const text = useText();
  const [value, setValue] = useState(user);
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    if (value.trim() !== user) onChange(value.trim() || undefined);
  };
  return (
    <form onSubmit={apply}>
      <TextField
        label={text('versions.who')}
        value={value}
        onChange={setValue}
        onBlur={() => apply()}
        autoComplete="off"
        spellCheck="false"
      />
    </form>
  );
}
