import type { ComponentType } from 'react';
import type { Field, FieldKind } from '../../documents/fields.ts';
import type { WidgetProps } from '../widget.ts';
import { BlobWidget } from './blob-widget.tsx';
import { BooleanWidget } from './boolean-widget.tsx';
import { ChoiceWidget } from './choice-widget.tsx';
import { ComplexWidget } from './complex-widget.tsx';
import { DateWidget } from './date-widget.tsx';
import { ListWidget } from './list-widget.tsx';
import { ManyPickerWidget } from './many-picker-widget.tsx';
import { NoteFormatWidget } from './note-format-widget.tsx';
import { NoteTextWidget } from './note-text-widget.tsx';
import { NumberWidget } from './number-widget.tsx';
import { PickerWidget } from './picker-widget.tsx';
import { TextWidget } from './text-widget.tsx';

const byKind: Readonly<Record<FieldKind, ComponentType<WidgetProps>>> = {
  string: TextWidget,
  binary: TextWidget,
  long: NumberWidget,
  double: NumberWidget,
  boolean: BooleanWidget,
  date: DateWidget,
  blob: BlobWidget,
  complex: ComplexWidget,
  list: ListWidget,
};

/** Properties whose values mean more than their kind says. */
const byName: Readonly<Record<string, ComponentType<WidgetProps>>> = {
  'note:note': NoteTextWidget,
  'note:mime_type': NoteFormatWidget,
};

/** The widget for a field. */
export function Widget(props: WidgetProps) {
  const Shown = widgetFor(props.field);
  return <Shown {...props} />;
}

function widgetFor(field: Field): ComponentType<WidgetProps> {
  const special = byName[field.name];
  if (special) return special;
  if (field.kind === 'list' && field.item?.reference) return ManyPickerWidget;
  if (field.kind === 'string' && field.reference) return PickerWidget;
  if (field.kind === 'string' && field.rules.choices) return ChoiceWidget;
  return byKind[field.kind];
}
