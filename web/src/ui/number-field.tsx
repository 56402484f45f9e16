import {
  NumberField as AriaNumberField,
  FieldError,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import field from './field.module.css';

interface Props {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly isWhole: boolean;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
}

/** A number as it is written in the language of the user. */
export function NumberField({ label, value, onChange, isWhole, help, error, ...props }: Props) {
  return (
    <AriaNumberField
      className={field.field ?? ''}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      formatOptions={{ maximumFractionDigits: isWhole ? 0 : 20 }}
      isWheelDisabled
      isReadOnly={props.isReadOnly ?? false}
      isRequired={props.isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
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
      <Input className={field.input ?? ''} />
      {help && (
        <Text slot="description" className={field.help ?? ''}>
          {help}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
    </AriaNumberField>
  );
}
