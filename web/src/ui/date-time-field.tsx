import { now, parseAbsolute, type ZonedDateTime } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
  Text,
} from 'react-aria-components';
import button from './button.module.css';
import { IconButton } from './button.tsx';
import classes from './choice.module.css';
import field from './field.module.css';
import menu from './menu.module.css';

interface Props {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  /** An instant in ISO form. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly clearLabel: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
}

/** A date and time in the zone of the browser, typed by segments or chosen from a calendar. */
export function DateTimeField({ label, value, onChange, clearLabel, error, ...props }: Props) {
  const { isReadOnly = false, isRequired = false } = props;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <DatePicker<ZonedDateTime>
      className={field.field ?? ''}
      granularity="minute"
      value={value === null ? null : parseAbsolute(value, zone)}
      placeholderValue={now(zone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 })}
      onChange={(next) => onChange(next === null ? null : next.toAbsoluteString())}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label
        className={
          props.isLabelHidden
            ? 'visually-hidden'
            : `${field.label} ${isRequired ? field.required : ''}`
        }
      >
        {label}
      </Label>
      <Group className={`${field.input} ${classes.dates}`}>
        <DateInput className={classes.segments ?? ''}>
          {(segment) => <DateSegment segment={segment} className={classes.segment ?? ''} />}
        </DateInput>
        {!isReadOnly && value !== null && (
          <IconButton slot={null} icon={X} label={clearLabel} onPress={() => onChange(null)} />
        )}
        {!isReadOnly && (
          <AriaButton className={`${button.button} ${button.quiet}`}>
            <CalendarDays aria-hidden size={17} />
          </AriaButton>
        )}
      </Group>
      {props.help && (
        <Text slot="description" className={field.help ?? ''}>
          {props.help}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
      <Popover className={menu.popover ?? ''}>
        <Dialog className={classes.calendar ?? ''}>
          <MonthCalendar />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function MonthCalendar() {
  return (
    <Calendar>
      <div className={classes.calendarHead}>
        <AriaButton slot="previous" className={`${button.button} ${button.quiet} ${button.square}`}>
          <ChevronLeft aria-hidden size={18} />
        </AriaButton>
        <Heading />
        <AriaButton slot="next" className={`${button.button} ${button.quiet} ${button.square}`}>
          <ChevronRight aria-hidden size={18} />
        </AriaButton>
      </div>
      <CalendarGrid>
        {(date) => <CalendarCell date={date} className={classes.day ?? ''} />}
      </CalendarGrid>
    </Calendar>
  );
}
