import { useQuery } from '@tanstack/react-query';
import { touchedQuery } from '../../api/rights.ts';
import { useText } from '../../i18n/i18n.tsx';
import classes from './sharing.module.css';

/** How many documents below a folder a change of its permissions concerns. */
export function Touched({ uid }: { readonly uid: string }) {
  const text = useText();
  const { data } = useQuery(touchedQuery(uid));
  if (!data) return null;
  const id = data.isMore ? 'rights.touchesMore' : 'rights.touches';
  return <p className={classes.note}>{text(id, { count: data.count })}</p>;
}
