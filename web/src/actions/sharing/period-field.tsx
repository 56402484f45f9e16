import { type Period, periods } from '../../documents/sharing-period.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface SharingPeriod {
  readonly period: Period;
  /** Of the field; it counts for the period `date` only. */
  readonly date: string;
}

interface Props {
  readonly value: SharingPeriod;
  readonly onChange: (value: SharingPeriod) => void;
  readonly error: string | undefined;
}

export function PeriodField({ value, onChange, error }: Props) {
  const text = useText();
  const isDate = value.period === 'date';
  return (
    <>
      <Select
        label={text('rights.shareUntil')}
        options={periods.map((id) => ({ id, label: text(`rights.period.${id}`) }))}
        value={value.period}
        onChange={(period) => onChange({ ...value, period })}
        error={isDate ? undefined : error}
      />
      {isDate && (
        <TextField
          label={text('rights.shareDate')}
          type="date"
          value={value.date}
          onChange={(date) => onChange({ ...value, date })}
          error={error}
          isRequired
        />
      )}
    </>
  );
}
