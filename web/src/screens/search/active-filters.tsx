import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type Formats, useFormats } from '../../i18n/formats.ts';
import { type Text, useText } from '../../i18n/i18n.tsx';
import { facetLabel, nameLabel, valueLabel } from './facet-labels.ts';
import type { Facet } from './facets.ts';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';
import { pathField, quickToggled, toggled, withoutFilters } from './search-state.ts';

interface Chip {
  readonly id: string;
  readonly label: string;
  /** Without this filter. */
  readonly next: SearchState;
}

interface Props {
  readonly state: SearchState;
  readonly facets: readonly Facet[];
}

/** What narrows the results, each with a way to remove it. */
export function ActiveFilters({ state, facets }: Props) {
  const text = useText();
  const formats = useFormats();
  const chips = chipsOf({ state, facets, text, formats });
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      <ul aria-label={text('search.activeFilters')}>
        {chips.map(({ id, label, next }) => (
          <li key={id}>
            <Link
              to="/search"
              search={next}
              resetScroll={false}
              className={classes.chip ?? ''}
              aria-label={text('search.removeFilter', { filter: label })}
            >
              <span>{label}</span>
              <X aria-hidden size={14} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/search" search={withoutFilters(state)} resetScroll={false}>
        {text('search.clearFilters')}
      </Link>
    </div>
  );
}

interface ChipSource extends Props {
  readonly text: Text;
  readonly formats: Formats;
}

function chipsOf(source: ChipSource): readonly Chip[] {
  const { state, text } = source;
  const { where = {}, quick = [] } = state;
  return [
    ...Object.entries(where).flatMap(([field, values]) =>
      values.map((value) => ({
        id: `${field} ${value}`,
        label: chipLabel(source, field, value),
        next: toggled(state, field, value),
      })),
    ),
    ...quick.map((name) => ({
      id: name,
      label: nameLabel(text, name, 'quick'),
      next: quickToggled(state, name),
    })),
  ];
}

function chipLabel({ facets, text, formats }: ChipSource, field: string, value: string): string {
  if (field === pathField) return text('search.inFolder', { path: value });
  const [, name = '', bound] = /^(.+)_(min|max)$/.exec(field) ?? [];
  if (bound !== undefined) {
    const values = { field: facetLabel(text, name, name), date: dateText(formats, value) };
    return text(bound === 'min' ? 'search.from' : 'search.until', values);
  }
  const facet = facets.find(({ id }) => id === field);
  const branch = facets.find(({ id }) => id === `${field}_agg`);
  const shown = branch
    ? text('search.below', { name: valueLabel(text, branch, value, { isBranch: true }) })
    : valueLabel(text, facet, value);
  const label = facetLabel(text, branch?.id ?? field, facet?.field ?? field);
  return `${label}: ${shown}`;
}

/** Wrong dates of addresses are shown as they are. */
function dateText(formats: Formats, value: string): string {
  const date = new Date(/T/.test(value) ? value : `${value}T00:00`);
  return Number.isNaN(date.getTime()) ? value : formats.date(date);
}
