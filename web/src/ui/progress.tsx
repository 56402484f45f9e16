import classes from './progress.module.css';

interface Props {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  /** What is read instead of the percentage. */
  readonly valueText?: string;
}

export function Progress({ label, value, valueText }: Props) {
  const percent = Math.floor(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      {...(valueText && { 'aria-valuetext': valueText })}
      className={classes.track}
    >
      <div className={classes.bar} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
