import { useText } from '../../i18n/i18n.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useProblem } from '../form-context.ts';
import classes from '../forms.module.css';
import type { WidgetProps } from '../widget.ts';

/** The text of a note as it is stored: also Markdown and HTML are written as their source. */
export function NoteTextWidget({ path, label, value, onChange, isReadOnly }: WidgetProps) {
  const text = useText();
  return (
    <div className={classes.source}>
      <TextField
        label={label}
        help={text('forms.noteHelp')}
        value={String(value ?? '')}
        onChange={onChange}
        rows={16}
        error={useProblem(path)}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
