import { Mail, User, Users } from 'lucide-react';
import { keys } from '../../api/keys.ts';
import { findPeople, type Person } from '../../api/people.ts';
import { useText } from '../../i18n/i18n.tsx';
import { type Chip, Chips } from '../../ui/chips.tsx';
import type { ListedOption } from '../../ui/option-list.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import classes from './sharing.module.css';

interface Props {
  readonly chosen: readonly Person[];
  readonly onChange: (chosen: readonly Person[]) => void;
  readonly error: string | undefined;
}

type FoundPerson = ListedOption & { readonly person: Person };

const icons = { user: User, group: Users, external: Mail };
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Several users and groups, found on the server while a name is typed, or an address of a person outside. */
export function PeopleField({ chosen, onChange, error }: Props) {
  const text = useText();
  const find = async (typed: string, signal: AbortSignal): Promise<readonly FoundPerson[]> => {
    const found = (await findPeople(typed, { signal })).map(
      (person): FoundPerson => ({
        id: `${person.kind}:${person.name}`,
        label: person.label,
        detail: person.kind === 'group' ? text('rights.group') : (person.email ?? person.name),
        person,
      }),
    );
    if (!address.test(typed)) return found;
    const person: Person = { kind: 'external', name: typed, label: typed, email: typed };
    const detail = text('rights.shareOutside');
    return [...found, { id: `external:${typed}`, label: typed, detail, person }];
  };
  const chips = chosen.map(
    ({ kind, name, label }): Chip => ({
      id: name,
      label,
      icon: icons[kind],
      removeLabel: text('rights.shareRemove', { name: label }),
    }),
  );
  return (
    <div className={classes.people}>
      <SearchPicker
        label={text('rights.shareWith')}
        help={text('rights.shareWithHelp')}
        noneText={text('rights.shareNone')}
        error={error}
        queryKey={keys.list('users', 'find')}
        find={find}
        autoFocus
        onPick={({ person }) => {
          if (!chosen.some(({ name }) => name === person.name)) onChange([...chosen, person]);
        }}
      />
      <Chips
        label={text('rights.shareChosen')}
        chips={chips}
        onRemove={(name) => onChange(chosen.filter((each) => each.name !== name))}
      />
    </div>
  );
}
