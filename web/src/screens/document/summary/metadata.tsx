import type { Doc } from '../../../api/types.ts';
import type { FieldGroup } from '../../../documents/fields.ts';
import { isEmptyValue } from '../../../documents/values.ts';
import { propertyLabel, schemaLabel } from '../../../forms/labels.ts';
import { ReadValue } from '../../../forms/read/read-value.tsx';
import { shownGroups } from '../../../forms/shown-fields.ts';
import { useLocale, useText } from '../../../i18n/i18n.tsx';
import classes from './summary.module.css';

/** Shown above with the facts. */
const inFacts: ReadonlySet<string> = new Set([
  'dc:title',
  'dc:created',
  'dc:creator',
  'dc:modified',
  'dc:lastContributor',
  'dc:contributors',
]);

interface Props {
  readonly document: Doc;
  readonly model: readonly FieldGroup[];
}

/** All properties that have a value, by schema. */
export function Metadata({ document: { properties }, model }: Props) {
  const text = useText();
  const language = useLocale();
  const groups = shownGroups(model)
    .map(({ schema, fields }) => ({
      schema,
      fields: fields.filter(({ name }) => !inFacts.has(name) && !isEmptyValue(properties[name])),
    }))
    .filter(({ fields }) => fields.length > 0);
  if (groups.length === 0) {
    return (
      <p data-metadata className={classes.quiet}>
        {text('document.noMetadata')}
      </p>
    );
  }
  return groups.map(({ schema, fields }) => (
    <section
      key={schema}
      data-metadata
      className={classes.section}
      aria-label={schemaLabel(schema, language)}
    >
      <h2>{schemaLabel(schema, language)}</h2>
      <dl className={classes.metadata}>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{propertyLabel(field.name, language)}</dt>
            <dd>
              <ReadValue field={field} value={properties[field.name] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
