import { Link, useNavigate } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import type { Docs } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty } from '../../ui/states.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Pager } from './pager.tsx';
import { Result } from './result.tsx';
import { countText } from './result-count.ts';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';
import { sortOf, sortsFor } from './search-state.ts';

interface Props {
  readonly state: SearchState;
  readonly page: Docs;
  /** Of the search before: the new page has not come yet. */
  readonly isOld: boolean;
}

export function Results({ state, page, isOld }: Props) {
  const text = useText();
  const heading = usePageHeading(state.page ?? 1);
  const isEmpty = page.entries.length === 0;
  return (
    <section aria-busy={isOld} aria-label={text('search.results')}>
      <div className={classes.resultHead}>
        <div role="status">
          <h2 ref={heading} tabIndex={-1} className={classes.count}>
            {countText(text, page)}
          </h2>
        </div>
        {!isEmpty && <SortSelect state={state} />}
      </div>
      {isEmpty && page.resultsCount === 0 && <NothingFound state={state} />}
      {isEmpty && page.resultsCount !== 0 && <NoSuchPage state={state} />}
      {!isEmpty && <ResultList page={page} />}
      {!isEmpty && <Pager state={state} page={page} />}
    </section>
  );
}

/** After a step to another page the focus is above its results. */
function usePageHeading(page: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    heading.current?.focus({ preventScroll: true });
  }, [page]);
  return heading;
}

function SortSelect({ state }: Pick<Props, 'state'>) {
  const text = useText();
  const navigate = useNavigate();
  const options = sortsFor(state).map((id) => ({ id, label: text(`search.sort.${id}`) }));
  return (
    <Select
      label={text('search.sort')}
      isLabelHidden
      options={options}
      value={sortOf(state)}
      onChange={(sort) =>
        void navigate({ to: '/search', search: { ...state, sort, page: undefined } })
      }
    />
  );
}

function NoSuchPage({ state }: Pick<Props, 'state'>) {
  const text = useText();
  return (
    <Empty icon={SearchX} title={text('search.nothingOnPage')}>
      <Link to="/search" search={{ ...state, page: undefined }}>
        {text('search.firstPage')}
      </Link>
    </Empty>
  );
}

function ResultList({ page }: Pick<Props, 'page'>) {
  const text = useText();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const documents = useMemo(
    () => page.entries.filter(({ uid }) => selected.has(uid)),
    [page, selected],
  );
  useActionShortcuts({ documents });
  const select = (uid: string, isSelected: boolean): void => {
    const next = new Set(selected);
    if (isSelected) next.add(uid);
    else next.delete(uid);
    setSelected(next);
  };
  return (
    <>
      {documents.length > 0 && (
        <div className={classes.actions}>
          <p role="status">{text('actions.selected', { count: documents.length })}</p>
          <ActionBar documents={documents} folder={undefined} />
        </div>
      )}
      <ol aria-label={text('search.results')} className={classes.results}>
        {page.entries.map((document) => (
          <Result
            key={document.uid}
            document={document}
            isSelected={selected.has(document.uid)}
            onSelect={(isSelected) => select(document.uid, isSelected)}
          />
        ))}
      </ol>
    </>
  );
}
