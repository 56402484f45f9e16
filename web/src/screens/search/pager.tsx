import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Docs } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import button from '../../ui/button.module.css';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';

interface Props {
  readonly state: SearchState;
  readonly page: Pick<Docs, 'isNextPageAvailable' | 'isPreviousPageAvailable' | 'numberOfPages'>;
}

/** Steps between pages; absent where there is one only. */
export function Pager({ state, page }: Props) {
  const text = useText();
  const current = state.page ?? 1;
  const pages = page.numberOfPages;
  if (!page.isNextPageAvailable && current === 1) return null;
  const look = `${button.button} ${button.plain}`;
  return (
    <nav aria-label={text('search.pages')} className={classes.pager}>
      {current > 1 && (
        <Link
          to="/search"
          search={{ ...state, page: current > 2 ? current - 1 : undefined }}
          className={look}
        >
          <ChevronLeft aria-hidden size={16} />
          {text('search.previous')}
        </Link>
      )}
      <span>
        {pages > 0
          ? text('search.page', { page: current, pages })
          : text('search.pageOnly', { page: current })}
      </span>
      {page.isNextPageAvailable && (
        <Link to="/search" search={{ ...state, page: current + 1 }} className={look}>
          {text('search.next')}
          <ChevronRight aria-hidden size={16} />
        </Link>
      )}
    </nav>
  );
}
