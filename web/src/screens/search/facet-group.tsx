import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { facetLabel, ownLabel } from './facet-labels.ts';
import {
  branchesOf,
  branchFieldOf,
  type Facet,
  type FacetBranch,
  type FacetValue,
} from './facets.ts';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';
import { toggled, valuesOf } from './search-state.ts';

interface Props {
  readonly facet: Facet;
  readonly state: SearchState;
  readonly onChange: (next: SearchState) => void;
}

export function FacetGroup(props: Props) {
  const text = useText();
  const { facet } = props;
  const branches = branchesOf(facet);
  return (
    <fieldset className={classes.facet}>
      <legend>{facetLabel(text, facet.id, facet.field)}</legend>
      {branches
        ? branches.map((branch) => <Branch key={branch.key} branch={branch} {...props} />)
        : facet.values.map((value) => <Value key={value.key} value={value} {...props} />)}
    </fieldset>
  );
}

function Value({ facet, state, onChange, value }: Props & { readonly value: FacetValue }) {
  const text = useText();
  const formats = useFormats();
  const count = formats.number(value.count);
  return (
    <Checkbox
      isSelected={valuesOf(state, facet.id).includes(value.key)}
      onChange={() => onChange(toggled(state, facet.id, value.key))}
    >
      <span className={classes.facetLabel}>{ownLabel(text, facet, value)}</span>
      <span className={classes.facetCount}>
        {facet.isSampled ? text('search.about', { count }) : count}
      </span>
    </Checkbox>
  );
}

/** A value of the first level, which takes in all below it, and those below that documents have. */
function Branch({ branch, ...props }: Props & { readonly branch: FacetBranch }) {
  const { facet, state, onChange } = props;
  const field = branchFieldOf(facet) ?? facet.id;
  const [single] = branch.values;
  if (branch.values.length === 1 && single?.key === branch.key) {
    return <Value value={single} {...props} />;
  }
  return (
    <>
      <Checkbox
        isSelected={valuesOf(state, field).includes(branch.key)}
        onChange={() => onChange(toggled(state, field, branch.key))}
      >
        <span className={classes.facetLabel}>{branch.label}</span>
      </Checkbox>
      <div className={classes.facetBelow}>
        {branch.values.map((value) => (
          <Value key={value.key} value={value} {...props} />
        ))}
      </div>
    </>
  );
}
