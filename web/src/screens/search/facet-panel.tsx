import { useNavigate } from '@tanstack/react-router';
import type { Docs } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateRange } from './date-range.tsx';
import { FacetGroup } from './facet-group.tsx';
import { nameLabel } from './facet-labels.ts';
import type { Facet } from './facets.ts';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';
import { quickToggled } from './search-state.ts';

interface Props {
  readonly state: SearchState;
  readonly facets: readonly Facet[];
  /** Undefined until the first answer has come. */
  readonly page: Docs | undefined;
}

/** Everything that narrows a search, with the numbers of documents. */
export function FacetPanel({ state, facets, page }: Props) {
  const navigate = useNavigate();
  const change = (next: SearchState): void => {
    void navigate({ to: '/search', search: next, resetScroll: false });
  };
  return (
    <div className={classes.facets}>
      <QuickFilters state={state} page={page} onChange={change} />
      {facets.map((facet) => (
        <FacetGroup key={facet.id} facet={facet} state={state} onChange={change} />
      ))}
      <DateRange state={state} onChange={change} />
    </div>
  );
}

/** Only those that narrow: others are orders, which have their own control. */
const narrowing = ['noFolder', 'onlyValidated'];

function QuickFilters({
  state,
  page,
  onChange,
}: Pick<Props, 'state' | 'page'> & { readonly onChange: (next: SearchState) => void }) {
  const text = useText();
  const { quick = [] } = state;
  const names = (page?.quickFilters ?? [])
    .map(({ name }) => name)
    .filter((name) => narrowing.includes(name) || quick.includes(name));
  if (names.length === 0) return null;
  return (
    <fieldset className={classes.facet}>
      <legend>{text('search.state')}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          isSelected={quick.includes(name)}
          onChange={() => onChange(quickToggled(state, name))}
        >
          {nameLabel(text, name, 'quick')}
        </Checkbox>
      ))}
    </fieldset>
  );
}
