import { Download, File as FileIcon } from 'lucide-react';
import type { Value } from '../../api/types.ts';
import type { Field } from '../../documents/fields.ts';
import { complexOf, isEmptyValue, listOf } from '../../documents/values.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useLocale, useText } from '../../i18n/i18n.tsx';
import { propertyLabel } from '../labels.ts';
import classes from './read.module.css';
import { Reference } from './reference.tsx';

interface Props {
  /** Undefined for a property that the content model does not have any more. */
  readonly field: Field | undefined;
  readonly value: Value;
}

/** A value for reading: dates, numbers and names as people write them. */
export function ReadValue({ field, value }: Props) {
  const text = useText();
  const formats = useFormats();
  if (isEmptyValue(value)) return <span className={classes.nothing}>{text('common.none')}</span>;
  if (field?.kind === 'list') return <ReadList field={field} value={value} />;
  if (field?.kind === 'blob') return <ReadBlob value={value} />;
  if (field?.kind === 'complex') return <ReadComplex field={field} value={value} />;
  if (field?.reference) return <Reference reference={field.reference} value={value} />;
  if (field?.kind === 'date')
    return <time dateTime={String(value)}>{formats.dateTime(String(value))}</time>;
  if (typeof value === 'boolean') return text(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return formats.number(value);
  return (
    <span className={classes.text}>
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  );
}

function ReadList({ field, value }: Props) {
  const isInline = field?.item?.kind === 'string';
  return (
    <ul className={isInline ? classes.inline : classes.items}>
      {listOf(value).map((each, at) => (
        <li key={at} className={isInline ? classes.chip : ''}>
          <ReadValue field={field?.item} value={each} />
        </li>
      ))}
    </ul>
  );
}

function ReadComplex({ field, value }: Props) {
  const language = useLocale();
  const parts = complexOf(value) ?? {};
  const filled = (field?.parts ?? []).filter(({ name }) => !isEmptyValue(parts[name]));
  return (
    <dl className={classes.parts}>
      {filled.map((part) => (
        <div key={part.name}>
          <dt>{propertyLabel(part.name, language)}</dt>
          <dd>
            <ReadValue field={part} value={parts[part.name] ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ReadBlob({ value }: Pick<Props, 'value'>) {
  const text = useText();
  const formats = useFormats();
  const { name, data, length } = complexOf(value) ?? {};
  const shownName = String(name ?? '') || text('forms.unnamedFile');
  const size = Number(length ?? Number.NaN);
  return (
    <span className={classes.file}>
      <FileIcon aria-hidden size={16} />
      {typeof data === 'string' ? (
        <a href={data} download>
          {shownName}
          <Download aria-hidden size={14} />
        </a>
      ) : (
        shownName
      )}
      {Number.isFinite(size) && <span className={classes.quiet}>{formats.size(size)}</span>}
    </span>
  );
}
