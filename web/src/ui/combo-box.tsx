import { ChevronDown } from 'lucide-react';
import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Input,
  type Key,
  Label,
  Text,
} from 'react-aria-components';
import classes from './choice.module.css';
import field from './field.module.css';
import { type ListedOption, OptionList } from './option-list.tsx';

interface Props {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  /** Those that fit what is typed; the selected one has to be among them. */
  readonly options: readonly ListedOption[];
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** In the place of options where there are none. */
  readonly emptyText: string;
  /** What is typed is a value as well, and stays. */
  readonly takesAnyText?: boolean | undefined;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly placeholder?: string | undefined;
}

/** A text field that offers what the caller finds for the text. */
export function ComboBox(props: Props) {
  const { label, options, selected, onSelect, typed, onType, error, isReadOnly = false } = props;
  return (
    <AriaComboBox
      className={field.field ?? ''}
      items={options}
      value={selected}
      onChange={(key: Key | null) => onSelect(key === null ? null : String(key))}
      inputValue={typed}
      onInputChange={onType}
      isReadOnly={isReadOnly}
      isRequired={props.isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      menuTrigger="input"
      allowsCustomValue={props.takesAnyText ?? false}
      // An open list hides the rest of the page from assistive technology: not for nothing where any text will do.
      allowsEmptyCollection={!props.takesAnyText}
    >
      <Label
        className={
          props.isLabelHidden
            ? 'visually-hidden'
            : `${field.label} ${props.isRequired ? field.required : ''}`
        }
      >
        {label}
      </Label>
      <div className={classes.box}>
        <Input className={field.input ?? ''} placeholder={props.placeholder ?? ''} />
        <Button className={classes.open ?? ''}>
          <ChevronDown aria-hidden size={16} />
        </Button>
      </div>
      {props.help && (
        <Text slot="description" className={field.help ?? ''}>
          {props.help}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
      <OptionList emptyText={props.emptyText} />
    </AriaComboBox>
  );
}
