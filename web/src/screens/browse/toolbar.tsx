import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { columns as allColumns, titleColumn } from '../../grid/columns.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type ChoiceGroup, ChoiceMenu } from '../../ui/choice-menu.tsx';
import classes from './browse.module.css';
import { NameFilter } from './name-filter.tsx';
import type { BrowseSearch } from './route.ts';

interface Props {
  readonly view: 'list' | 'grid';
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly columns: readonly string[];
  readonly filter: string;
  /** Writes into the address; `isStep` for what back undoes. */
  readonly change: (changes: BrowseSearch, isStep?: boolean) => void;
}

const views = [
  { id: 'list', label: 'browse.asList', icon: List },
  { id: 'grid', label: 'browse.asGrid', icon: LayoutGrid },
] as const;

/** How the documents are shown. */
export function Toolbar(props: Props) {
  const text = useText();
  const groups = useGroups(props);
  return (
    <div className={classes.tools}>
      <NameFilter value={props.filter} onChange={(filter) => props.change({ filter }, false)} />
      {/* biome-ignore lint/a11y/useSemanticElements: a field set would be for a form */}
      <div role="group" aria-label={text('browse.view')} className={classes.views}>
        {views.map(({ id, label, icon }) => (
          <IconButton
            key={id}
            icon={icon}
            label={text(label)}
            aria-pressed={props.view === id}
            onPress={() => props.change({ view: id })}
          />
        ))}
      </div>
      <ChoiceMenu
        label={text('browse.viewOptions')}
        trigger={<IconButton icon={SlidersHorizontal} label={text('browse.viewOptions')} />}
        groups={groups}
      />
    </div>
  );
}

function useGroups({ view, sort, order, columns, change }: Props): readonly ChoiceGroup[] {
  const text = useText();
  const optionOf = ({
    id,
    label,
  }: {
    id: string;
    label: (typeof allColumns)[number]['label'];
  }) => ({
    id,
    label: text(label),
  });
  const sorting: readonly ChoiceGroup[] = [
    {
      id: 'sort',
      label: text('browse.sortBy'),
      options: [titleColumn, ...allColumns].map(optionOf),
      chosen: [sort],
      onChoose: ([id]) => change({ sort: id }),
    },
    {
      id: 'order',
      label: text('browse.direction'),
      options: [
        { id: 'asc', label: text('browse.ascending') },
        { id: 'desc', label: text('browse.descending') },
      ],
      chosen: [order],
      onChoose: ([id]) => change({ order: id === 'desc' ? 'desc' : 'asc' }),
    },
  ];
  if (view === 'grid') return sorting;
  return [
    ...sorting,
    {
      id: 'columns',
      label: text('browse.columns'),
      isMultiple: true,
      options: allColumns.map((column) => ({ ...optionOf(column), id: `column-${column.id}` })),
      chosen: columns.map((id) => `column-${id}`),
      onChoose: (ids) => change({ columns: ids.map((id) => id.slice('column-'.length)).join(',') }),
    },
  ];
}
