import type { Value } from '../../../api/types.ts';
import {
  type Difference,
  isComplex,
  isEmpty,
  isFile,
  itemChanges,
} from '../../../documents/compare.ts';
import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { ChangedText } from './changed-text.tsx';
import { fieldName } from './field-name.ts';
import classes from './versions.module.css';

/** A property and what became of its value: texts by words, lists by items, everything else before and after. */
export function DifferenceView({ difference }: { readonly difference: Difference }) {
  const text = useText();
  const { xpath } = difference;
  return (
    <div className={classes.difference}>
      <dt>
        {fieldName(xpath, text)} <code className={classes.xpath}>{xpath}</code>
      </dt>
      <dd>
        <Change {...difference} />
      </dd>
    </div>
  );
}

function Change({ before, after }: Omit<Difference, 'xpath'>) {
  const text = useText();
  const formats = useFormats();
  if (isText(before) && isText(after)) {
    return <ChangedText before={String(before ?? '')} after={String(after ?? '')} />;
  }
  if (isList(before) && isList(after)) {
    const changes = itemChanges(listOf(before), listOf(after));
    if (changes.every(({ kind }) => kind === 'same')) return text('versions.reordered');
    return (
      <ul className={classes.items}>
        {changes.map(({ kind, item }, at) => (
          <li key={at}>
            <Item kind={kind} value={item} />
          </li>
        ))}
      </ul>
    );
  }
  const shown = (value: Value) => shortText(value, formats) || text('common.none');
  return (
    <>
      <del className={classes.removed}>{shown(before)}</del> →{' '}
      <ins className={classes.added}>{shown(after)}</ins>
    </>
  );
}

function Item({ kind, value }: { readonly kind: 'same' | 'added' | 'removed'; value: Value }) {
  const formats = useFormats();
  const shown = shortText(value, formats);
  if (kind === 'added') return <ins className={classes.added}>{shown}</ins>;
  if (kind === 'removed') return <del className={classes.removed}>{shown}</del>;
  return shown;
}

/** Dates are compared as dates. */
const date = /^\d{4}-\d\d-\d\dT[\d:.]+Z?$/;

function isText(value: Value): boolean {
  return value === null || (typeof value === 'string' && !date.test(value));
}

function isList(value: Value): boolean {
  return value === null || Array.isArray(value);
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** A value on one line: files by their name, size and digest. */
function shortText(value: Value, formats: Formats): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'string') return date.test(value) ? formats.dateTime(value) : value;
  if (Array.isArray(value)) return value.map((each) => shortText(each, formats)).join(', ');
  if (!isComplex(value)) return String(value);
  if (isFile(value)) {
    const size = formats.size(Number(value.length ?? 0));
    return `${value.name ?? ''} (${size}, ${String(value.digest ?? '').slice(0, 12)})`;
  }
  return Object.entries(value)
    .filter(([, each]) => !isEmpty(each))
    .map(([name, each]) => `${name}: ${shortText(each, formats)}`)
    .join(', ');
}
