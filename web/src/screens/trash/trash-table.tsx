import { Link } from '@tanstack/react-router';
import { FileText, Folder } from 'lucide-react';
import { ActionMenu } from '../../actions/action-menu.tsx';
import type { Doc } from '../../api/types.ts';
import { isFolder, placeOf } from '../../documents/places.ts';
import { pathBefore, titleBefore, trashedAt } from '../../documents/trashed.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import classes from './trash.module.css';

interface Props {
  readonly entries: readonly Doc[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

export function TrashTable({ entries, selected, onSelect }: Props) {
  const text = useText();
  const count = entries.filter(({ uid }) => selected.has(uid)).length;
  const toggle = (uid: string): void => {
    const next = new Set(selected);
    if (!next.delete(uid)) next.add(uid);
    onSelect(next);
  };
  const toggleAll = (isSelected: boolean): void =>
    onSelect(new Set(isSelected ? entries.map(({ uid }) => uid) : []));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td>
            <Checkbox
              aria-label={text('actions.selectAll')}
              isSelected={count === entries.length}
              isIndeterminate={count > 0 && count < entries.length}
              onChange={toggleAll}
            />
          </td>
          <th scope="col">{text('actions.titleLabel')}</th>
          <th scope="col" className={classes.wide}>
            {text('actions.trash.from')}
          </th>
          <th scope="col" className={classes.wide}>
            {text('actions.trash.when')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entries.map((each) => (
          <Row
            key={each.uid}
            document={each}
            isSelected={selected.has(each.uid)}
            onToggle={() => toggle(each.uid)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly document: Doc;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function Row({ document, isSelected, onToggle }: RowProps) {
  const text = useText();
  const formats = useFormats();
  const Icon = isFolder(document) ? Folder : FileText;
  const when = trashedAt(document.path);
  const title = titleBefore(document.title);
  return (
    <tr className={isSelected ? classes.selected : ''}>
      <td>
        <Checkbox
          aria-label={text('actions.select', { title })}
          isSelected={isSelected}
          onChange={onToggle}
        />
      </td>
      <th scope="row">
        <span className={classes.title}>
          <Icon aria-hidden size={18} />
          <Link {...placeOf(document)}>{title}</Link>
        </span>
      </th>
      <td className={classes.wide}>{pathBefore(document.path)}</td>
      <td className={classes.wide}>
        {when && <time dateTime={when.toISOString()}>{formats.relative(when)}</time>}
      </td>
      <td>
        <ActionMenu documents={[document]} />
      </td>
    </tr>
  );
}
