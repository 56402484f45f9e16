import type { FieldGroup } from '../documents/fields.ts';
import { useLocale } from '../i18n/i18n.tsx';
import { type FormEvent, type FormState, valueIn } from './form-state.ts';
import classes from './forms.module.css';
import { schemaLabel } from './labels.ts';
import { PropertyRow } from './property-row.tsx';

interface Props {
  readonly groups: readonly FieldGroup[];
  readonly state: FormState;
  readonly isReadOnly: boolean;
  readonly onEvent: (event: FormEvent) => void;
}

/** The fields of a document, a section for each schema. */
export function PropertyForm({ groups, state, isReadOnly, onEvent }: Props) {
  const language = useLocale();
  return groups.map(({ schema, fields }) => (
    <section key={schema} className={classes.section} aria-label={schemaLabel(schema, language)}>
      <h2>{schemaLabel(schema, language)}</h2>
      <div className={classes.fields}>
        {fields.map((field) => (
          <PropertyRow
            key={field.name}
            field={field}
            value={valueIn(state, field.name)}
            isChanged={field.name in state.changes}
            isReadOnly={isReadOnly}
            onEvent={onEvent}
          />
        ))}
      </div>
    </section>
  ));
}
