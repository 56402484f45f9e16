import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/i18n.tsx';
import { trashRoute } from './route.ts';
import classes from './trash.module.css';

interface Props {
  /** From 1. */
  readonly page: number;
  readonly hasNext: boolean;
}

export function Pages({ page, hasNext }: Props) {
  const text = useText();
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={text('actions.pages')} className={classes.pages}>
      {page > 1 && (
        <Link from={trashRoute.fullPath} search={(all) => ({ ...all, page: page - 1 })}>
          {text('actions.previousPage')}
        </Link>
      )}
      <span>{text('actions.page', { page })}</span>
      {hasNext && (
        <Link from={trashRoute.fullPath} search={(all) => ({ ...all, page: page + 1 })}>
          {text('actions.nextPage')}
        </Link>
      )}
    </nav>
  );
}
