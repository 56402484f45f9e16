import { Link } from '@tanstack/react-router';
import { placeOf } from '../../../documents/places.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { cellText } from './cell-text.ts';
import type { TableContent } from './cells.ts';
import classes from './nxql.module.css';

interface Props {
  readonly content: TableContent;
}

export function ResultTable({ content: { columns, rows } }: Props) {
  const text = useText();
  const formats = useFormats();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too
    <section className={classes.scroll} tabIndex={0} aria-label={text('nxql.table')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, document }) => (
            <tr key={key}>
              {cells.map((value, at) => {
                const shown = cellText(value, { text, formats });
                const place = at === 0 && document ? placeOf(document) : undefined;
                return <td key={columns[at]}>{place ? <Link {...place}>{shown}</Link> : shown}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
