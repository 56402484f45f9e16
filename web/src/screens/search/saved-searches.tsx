import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, Save } from 'lucide-react';
import { changed } from '../../api/changes.ts';
import type { SavedSearch } from '../../api/saved-search-types.ts';
import { savedSearchesQuery, updateSavedSearch } from '../../api/saved-searches.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { Failure } from '../../ui/states.tsx';
import { DeleteSavedDialog } from './delete-saved-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';
import classes from './saved.module.css';
import { isChanged, savedOf, stateOf } from './saved-state.ts';
import type { SearchState } from './search-params.ts';
import { isBlank } from './search-state.ts';

interface Props {
  readonly state: SearchState;
}

/** The saved searches of the user, and what keeps the shown one. */
export function SavedSearches({ state }: Props) {
  const text = useText();
  const found = useQuery(savedSearchesQuery);
  const saved = found.data ?? [];
  const opened = saved.find(({ id }) => id === state.saved);
  return (
    <section aria-label={text('search.saved')} className={classes.saved}>
      <h2 className={classes.title}>{text('search.saved')}</h2>
      {found.error && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && saved.length === 0 && (
        <p className={classes.none}>{text('search.savedNone')}</p>
      )}
      <ul className={classes.list}>
        {saved.map((each) => (
          <Entry key={each.id} saved={each} isOpened={each === opened} />
        ))}
      </ul>
      <Keep state={state} opened={opened} />
    </section>
  );
}

function Keep({ state, opened }: Props & { readonly opened: SavedSearch | undefined }) {
  const text = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const update = useMutation({
    mutationFn: ({ id, title }: SavedSearch) => updateSavedSearch(id, savedOf(state, title)),
    onSuccess: async ({ title }) => {
      await changed(client, { lists: ['search'] });
      notify({ text: text('search.updated', { title }) });
    },
    onError: (error) => notifyError(text, error),
  });
  if (state.mode === 'nxql' ? !state.query : isBlank(state)) return null;
  const open = (saved: SavedSearch): void => {
    void navigate({ to: '/search', search: { ...state, saved: saved.id }, replace: true });
  };
  return (
    <div className={classes.keep}>
      {opened && isChanged(state, opened) && (
        <Button onPress={() => update.mutate(opened)} isDisabled={update.isPending}>
          {text('search.update', { title: opened.title })}
        </Button>
      )}
      <Button
        icon={Save}
        onPress={() =>
          openDialog((close) => <SaveDialog state={state} onSaved={open} onClose={close} />)
        }
      >
        {text('search.save')}
      </Button>
    </div>
  );
}

interface EntryProps {
  readonly saved: SavedSearch;
  readonly isOpened: boolean;
}

function Entry({ saved, isOpened }: EntryProps) {
  const { id, title } = saved;
  const search = stateOf(saved);
  return (
    <li className={classes.entry}>
      {search ? (
        <Link to="/search" search={search} aria-current={isOpened ? 'true' : undefined}>
          {title}
        </Link>
      ) : (
        <Link to="/document/$uid" params={{ uid: id }}>
          {title}
        </Link>
      )}
      <EntryMenu saved={saved} isOpened={isOpened} />
    </li>
  );
}

function EntryMenu({ saved, isOpened }: EntryProps) {
  const text = useText();
  const navigate = useNavigate();
  const { id: uid, title } = saved;
  const label = text('search.savedActions', { title });
  const rename = (): void => openDialog((close) => <SaveDialog renamed={saved} onClose={close} />);
  const share = (): void =>
    void navigate({ to: '/document/$uid', params: { uid }, search: { tab: 'permissions' } });
  const leave = (): void => {
    if (isOpened) void navigate({ to: '/search', search: {}, replace: true });
  };
  const remove = (): void =>
    openDialog((close) => <DeleteSavedDialog saved={saved} onDeleted={leave} onClose={close} />);
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={EllipsisVertical} label={label} />}
      groups={[
        [
          { id: 'rename', label: text('search.rename'), run: rename },
          { id: 'share', label: text('search.share'), run: share },
        ],
        [{ id: 'delete', label: text('common.delete'), isDangerous: true, run: remove }],
      ]}
    />
  );
}
