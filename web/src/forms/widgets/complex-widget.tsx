import { complexOf } from '../../documents/values.ts';
import { useLocale } from '../../i18n/i18n.tsx';
import { useProblem } from '../form-context.ts';
import classes from '../forms.module.css';
import { propertyLabel } from '../labels.ts';
import type { WidgetProps } from '../widget.ts';
import { Widget } from './index.tsx';

/** The fields of a value that has parts. */
export function ComplexWidget({
  field,
  path,
  label,
  isLabelHidden,
  value,
  onChange,
  isReadOnly,
}: WidgetProps) {
  const language = useLocale();
  const error = useProblem(path);
  const parts = complexOf(value) ?? {};
  return (
    <fieldset className={classes.group}>
      <legend className={isLabelHidden ? 'visually-hidden' : (classes.label ?? '')}>{label}</legend>
      {error && <p className={classes.error}>{error}</p>}
      {field.parts.map((part) => (
        <Widget
          key={part.name}
          field={part}
          path={`${path}/${part.name}`}
          label={propertyLabel(part.name, language)}
          value={parts[part.name] ?? null}
          onChange={(next) => onChange({ ...parts, [part.name]: next })}
          isReadOnly={isReadOnly}
        />
      ))}
    </fieldset>
  );
}
