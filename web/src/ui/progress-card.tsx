import type { ReactNode } from 'react';
import { Label, ProgressBar } from 'react-aria-components';
import { Button } from './button.tsx';
import classes from './progress-card.module.css';

interface Props {
  readonly label: string;
  readonly done: number;
  /** Undefined where it is not known how much there is. */
  readonly total: number | undefined;
  readonly valueLabel: string;
  readonly stopLabel: string;
  readonly onStop: () => void;
}

/** Work that goes on beside what the user does. */
export function ProgressCard({ label, done, total, valueLabel, stopLabel, onStop }: Props) {
  return (
    <div className={classes.card}>
      <ProgressBar
        className={classes.progress ?? ''}
        value={done}
        maxValue={total ?? 1}
        valueLabel={valueLabel}
        isIndeterminate={total === undefined}
      >
        {({ percentage }) => (
          <>
            <Label>{label}</Label>
            <span className={classes.value}>{valueLabel}</span>
            <div className={classes.track}>
              <div
                className={`${classes.bar} ${total === undefined ? classes.unknown : ''}`}
                style={percentage === undefined ? {} : { inlineSize: `${percentage}%` }}
              />
            </div>
          </>
        )}
      </ProgressBar>
      <Button look="quiet" onPress={onStop}>
        {stopLabel}
      </Button>
    </div>
  );
}

interface CardsProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function ProgressCards({ label, children }: CardsProps) {
  return (
    <section aria-label={label} className={classes.region}>
      {children}
    </section>
  );
}
