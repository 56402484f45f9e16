import type { ReactNode, Ref } from 'react';
import {
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from 'react-aria-components';
import classes from './field.module.css';

interface Props extends Omit<TextFieldProps, 'className' | 'children' | 'style'> {
  readonly label: string;
  readonly help?: ReactNode;
  /** Beside the field, read with it. */
  readonly error?: string | undefined;
  /** More than one makes a field of several lines. */
  readonly rows?: number;
  readonly placeholder?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  help,
  error,
  rows = 1,
  placeholder,
  inputRef,
  ...props
}: Props) {
  const input = { className: classes.input ?? '', ...(placeholder && { placeholder }) };
  return (
    <AriaTextField
      {...props}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={classes.field ?? ''}
    >
      <Label className={`${classes.label} ${props.isRequired ? classes.required : ''}`}>
        {label}
      </Label>
      {rows > 1 ? (
        <TextArea {...input} rows={rows} />
      ) : (
        <Input {...input} {...(inputRef && { ref: inputRef })} />
      )}
      {help && (
        <Text slot="description" className={classes.help ?? ''}>
          {help}
        </Text>
      )}
      <FieldError className={classes.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  );
}
