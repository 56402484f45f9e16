import { User, Users } from 'lucide-react';
import { keys } from '../../api/keys.ts';
import { findPeople } from '../../api/people.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Chips } from '../../ui/chips.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';

interface Props {
  readonly label: string;
  /** Prefixed names: `user:ann`, `group:members`. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error?: string | undefined;
}

/** Several users and groups, searched on the server. */
export function PeopleField({ label, value, onChange, error }: Props) {
  const text = useText();
  const chips = value.map((id) => {
    const name = id.replace(/^(?:user|group):/, '');
    return {
      id,
      label: name,
      icon: id.startsWith('group:') ? Users : User,
      removeLabel: text('tasks.removePerson', { name }),
    };
  });
  return (
    <div>
      <SearchPicker
        label={label}
        help={text('tasks.participantsHelp')}
        error={error}
        noneText={text('tasks.noPeople')}
        queryKey={keys.list('users', 'picker')}
        find={async (input, signal) => {
          const found = await findPeople(input, { signal });
          return found.map(({ kind, name, label: shown }) => ({
            id: `${kind}:${name}`,
            label: shown,
            detail: shown === name ? undefined : name,
          }));
        }}
        onPick={({ id }) => onChange(value.includes(id) ? value : [...value, id])}
      />
      <Chips
        label={label}
        chips={chips}
        onRemove={(id) => onChange(value.filter((each) => each !== id))}
      />
    </div>
  );
}
