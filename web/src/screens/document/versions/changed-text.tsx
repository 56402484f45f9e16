import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useText } from '../../../i18n/i18n.tsx';
import classes from './versions.module.css';

interface Props {
  readonly before: string;
  readonly after: string;
}

/** Texts with more changes are shown one after the other: finding them all would take too long. */
const changesMax = 4_000;

/** A text with what has gone and what has come, by words. */
export function ChangedText({ before, after }: Props) {
  const text = useText();
  const parts = useMemo(
    () => diffWordsWithSpace(before, after, { maxEditLength: changesMax }),
    [before, after],
  );
  if (!parts) return text('versions.tooDifferent');
  return (
    <span className={classes.text}>
      {parts.map(({ value, added, removed }, at) => {
        if (added) {
          return (
            <ins key={at} className={classes.added}>
              {value}
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={at} className={classes.removed}>
              {value}
            </del>
          );
        }
        return shortened(value);
      })}
    </span>
  );
}

const equalMax = 400;

/** Long parts that are the same are shown by their ends. */
function shortened(text: string): string {
  if (text.length <= equalMax) return text;
  const end = equalMax / 2;
  return `${text.slice(0, end)} […] ${text.slice(-end)}`;
}
