import { ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  FieldError,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import classes from './field.module.css';
import menu from './menu.module.css';

export interface Option<K extends string = string> {
  readonly id: K;
  readonly label: string;
}

interface Props<K extends string> {
  readonly label: string;
  /** The label is read, and not shown. */
  readonly isLabelHidden?: boolean;
  readonly options: readonly Option<K>[];
  readonly value: K | null;
  readonly onChange: (value: K) => void;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few known options; for many there is a field that searches on the server. */
export function Select<K extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  error,
  ...props
}: Props<K>) {
  return (
    <AriaSelect
      {...props}
      className={classes.field ?? ''}
      value={value}
      onChange={(key: Key | null) => key !== null && onChange(String(key) as K)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (classes.label ?? '')}>{label}</Label>
      <Button className={`${classes.input} ${menu.trigger}`}>
        <SelectValue />
        <ChevronDown aria-hidden size={16} />
      </Button>
      <FieldError className={classes.error ?? ''}>{error}</FieldError>
      <Popover className={menu.popover ?? ''}>
        <ListBox className={menu.list ?? ''} items={options}>
          {(each: Option<K>) => (
            <ListBoxItem id={each.id} textValue={each.label} className={menu.item ?? ''}>
              {each.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
