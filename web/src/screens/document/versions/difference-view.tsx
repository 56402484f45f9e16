import type { Value } from '../../../api/types.ts';
import {
  type Difference,
  isComplex,
  isEmpty,
  isFile,
  itemChanges,
} from '../../../documents/compare.ts';
import { entityLabel } from '../../../documents/entity-label.ts';
import { propertyLabel } from '../../../forms/labels.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useLocale, useText } from '../../../i18n/i18n.tsx';
import { ChangedText } from './changed-text.tsx';
import classes from './versions.module.css';

/** A property and what became of its value: texts by words, lists by items, everything else before and after. */
export function DifferenceView({ difference }: { readonly difference: Difference }) {
  const language = useLocale();
  const { xpath } = difference;
  return (
    <div className={classes.difference}>
      <dt>
        {propertyLabel(xpath, language)} <code className={classes.xpath}>{xpath}</code>
      </dt>
      <dd>
        <Change {...difference} />
      </dd>
    </div>
  );
}

function Change({ before, after }: Omit<Difference, 'xpath'>) {
  const text = useText();
  const short = useShortText();
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
  const shown = (value: Value) => short(value) || text('common.none');
  return (
    <>
      <del className={classes.removed}>{shown(before)}</del> →{' '}
      <ins className={classes.added}>{shown(after)}</ins>
    </>
  );
}

function Item({ kind, value }: { readonly kind: 'same' | 'added' | 'removed'; value: Value }) {
  const shown = useShortText()(value);
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

/** Values on one line: files by their name, size and digest, users and entries of vocabularies by their names. */
function useShortText(): (value: Value) => string {
  const formats = useFormats();
  const language = useLocale();
  const short = (value: Value): string => {
    if (isEmpty(value)) return '';
    if (typeof value === 'string') return date.test(value) ? formats.dateTime(value) : value;
    if (Array.isArray(value)) return value.map(short).join(', ');
    if (!isComplex(value)) return String(value);
    if (isFile(value)) {
      const size = formats.size(Number(value.length ?? 0));
      return `${value.name ?? ''} (${size}, ${String(value.digest ?? '').slice(0, 12)})`;
    }
    const label = entityLabel(value, language);
    if (label !== undefined) return label;
    return Object.entries(value)
      .filter(([, each]) => !isEmpty(each))
      .map(([name, each]) => `${name}: ${short(each)}`)
      .join(', ');
  };
  return short;
}
