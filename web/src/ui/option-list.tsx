import { ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import menu from './menu.module.css';
import classes from './option-list.module.css';

export interface ListedOption {
  readonly id: string;
  readonly label: string;
  /** Smaller, what tells it from others with the same label. */
  readonly detail?: string | undefined;
}

/** What a field of React Aria offers, below the field; in the place of options, where there are none, a text. */
export function OptionList({ emptyText }: { readonly emptyText: string }) {
  return (
    <Popover className={`${menu.popover} ${classes.popover}`}>
      <ListBox
        className={menu.list ?? ''}
        renderEmptyState={() => <p className={classes.empty}>{emptyText}</p>}
      >
        {(option: ListedOption) => <OptionItem {...option} />}
      </ListBox>
    </Popover>
  );
}

function OptionItem({ id, label, detail }: ListedOption) {
  return (
    <ListBoxItem id={id} textValue={label} className={`${menu.item} ${classes.option}`}>
      <Text slot="label">{label}</Text>
      {detail && (
        <Text slot="description" className={classes.detail ?? ''}>
          {detail}
        </Text>
      )}
    </ListBoxItem>
  );
}
