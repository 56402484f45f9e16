import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useText } from '../../i18n/i18n.tsx';
import { Empty } from '../../ui/states.tsx';
import classes from './search.module.css';

/** Before anything is asked for. */
export function SearchStart() {
  const text = useText();
  return (
    <Empty icon={Search} title={text('search.start')}>
      <p className={classes.help}>{text('search.startHelp')}</p>
      <Link to="/search" search={{ q: '' }}>
        {text('search.showAll')}
      </Link>
      <Link to="/search" search={{ mode: 'nxql' }}>
        {text('search.nxql')}
      </Link>
    </Empty>
  );
}
