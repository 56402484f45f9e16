import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../api/keys.ts';
import { findPeople, type Person, userQuery } from '../../../api/people.ts';
import type { DocumentRights } from '../../../api/rights.ts';
import type { Doc } from '../../../api/types.ts';
import { explainAccess } from '../../../documents/access.ts';
import { permissionNames } from '../../../documents/permission-names.ts';
import { permissionText } from '../../../documents/permission-text.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import type { ListedOption } from '../../../ui/option-list.tsx';
import { SearchPicker } from '../../../ui/search-picker.tsx';
import { Select } from '../../../ui/select.tsx';
import classes from './rights.module.css';
import { WhyAnswer } from './why-answer.tsx';

interface Props {
  readonly document: Doc;
  readonly rights: DocumentRights;
}

/** What people ask for first. */
const usual = ['Read', 'WriteProperties', 'AddChildren', 'Remove', 'WriteSecurity', 'Everything'];

async function findUsers(typed: string, signal: AbortSignal) {
  const people = await findPeople(typed, { only: 'user', signal });
  return people.map((person): ListedOption & { readonly person: Person } => ({
    id: person.name,
    label: person.label,
    detail: person.email ?? person.name,
    person,
  }));
}

/** Explains for any user and permission which rule decides. */
export function Why({ document, rights }: Props) {
  const text = useText();
  const [person, setPerson] = useState<Person>();
  const [permission, setPermission] = useState('Read');
  const named = rights.entries.map((entry) => entry.permission);
  // Of a configured model: no route of the server tells what they include.
  const unknown = [...new Set(named)].filter((name) => !permissionNames.includes(name));
  const names = [...new Set([...usual, ...permissionNames, ...named])];
  return (
    <section aria-labelledby="rights-why" className={classes.section}>
      <h2 id="rights-why">{text('rights.why')}</h2>
      <div className={classes.question}>
        <SearchPicker
          label={text('rights.whyUser')}
          noneText={text('rights.shareNone')}
          queryKey={keys.list('users', 'find-users')}
          find={findUsers}
          keepsPicked
          onPick={(found) => setPerson(found.person)}
        />
        <Select
          label={text('rights.whyPermission')}
          options={names.map((id) => ({ id, label: permissionText(text, id) }))}
          value={permission}
          onChange={setPermission}
        />
      </div>
      {unknown.length > 0 && (
        <p className={classes.note}>
          {text('rights.whyCustom', { permission: unknown.join(', ') })}
        </p>
      )}
      <div aria-live="polite">
        {person && (
          <WhyOf document={document} rights={rights} person={person} permission={permission} />
        )}
      </div>
    </section>
  );
}

interface WhyOfProps extends Props {
  readonly person: Person;
  readonly permission: string;
}

function WhyOf({ document, rights, person, permission }: WhyOfProps) {
  const text = useText();
  const { data: user, error } = useQuery(userQuery(person.name));
  if (error) return <FormProblem error={error} />;
  if (user === undefined) return null;
  if (user === null) return <p>{text('rights.whyGone')}</p>;
  const answer = explainAccess({
    entries: rights.entries,
    permission,
    user: {
      name: person.name,
      groups: user.groups.map(({ name }) => name),
      isAdministrator: user.isAdministrator,
    },
    lockOwner: document.lockOwner ?? null,
    now: Date.now(),
  });
  return <WhyAnswer answer={answer} user={user} permission={permission} />;
}
