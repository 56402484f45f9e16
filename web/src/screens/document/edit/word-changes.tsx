import { diffWordsWithSpace } from 'diff';
import classes from './edit.module.css';

/** A text with the words that are new and those that are gone. */
export function WordChanges({ from, to }: { readonly from: string; readonly to: string }) {
  const parts = diffWordsWithSpace(from, to);
  return (
    <p className={classes.words}>
      {parts.map(({ value, added, removed }, at) => {
        const key = `${at} ${value}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </p>
  );
}
