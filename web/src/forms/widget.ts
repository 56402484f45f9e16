import type { Value } from '../api/types.ts';
import type { Field } from '../documents/fields.ts';

/** What shows and changes a value of a field; there is one for each kind. */
export interface WidgetProps {
  readonly field: Field;
  /** Of the value in its document: `ctr:parties/0/name`. */
  readonly path: string;
  readonly label: string;
  /** The label is read only, such as of items of a list. */
  readonly isLabelHidden?: boolean;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isReadOnly: boolean;
}
