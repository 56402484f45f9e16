import type { MessageId } from '../../i18n/i18n.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { dayOf } from './request.ts';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';
import { valuesOf, withValues } from './search-state.ts';

const bounds: readonly (readonly [string, MessageId])[] = [
  ['dc_created_min', 'search.createdFrom'],
  ['dc_created_max', 'search.createdUntil'],
  ['dc_modified_min', 'search.modifiedFrom'],
  ['dc_modified_max', 'search.modifiedUntil'],
];

interface Props {
  readonly state: SearchState;
  readonly onChange: (next: SearchState) => void;
}

/** Between days, as precise as the ranges of the facets are not. */
export function DateRange({ state, onChange }: Props) {
  const text = useText();
  return (
    <fieldset className={classes.facet}>
      <legend>{text('search.dates')}</legend>
      <div className={classes.dates}>
        {bounds.map(([field, label]) => (
          <DateField
            key={field}
            label={text(label)}
            value={dayOf(valuesOf(state, field)[0] ?? '')}
            onChange={(day) => onChange(withValues(state, field, day === '' ? [] : [day]))}
          />
        ))}
      </div>
    </fieldset>
  );
}
