import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import classes from './choice-menu.module.css';
import menu from './menu.module.css';

export interface ChoiceGroup {
  readonly id: string;
  readonly label: string;
  readonly isMultiple?: boolean;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

interface Props {
  readonly label: string;
  /** A button. */
  readonly trigger: ReactElement;
  readonly groups: readonly ChoiceGroup[];
}

/** A menu of settings: of each group one option is chosen, or any number of them. */
export function ChoiceMenu({ label, trigger, groups }: Props) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={menu.popover ?? ''}>
        <AriaMenu aria-label={label} className={menu.list ?? ''}>
          {groups.map((group) => (
            <MenuSection
              key={group.id}
              selectionMode={group.isMultiple ? 'multiple' : 'single'}
              disallowEmptySelection={!group.isMultiple}
              shouldCloseOnSelect={!group.isMultiple}
              selectedKeys={group.chosen}
              onSelectionChange={(keys) =>
                group.onChoose(keys === 'all' ? [] : [...keys].map((key) => String(key)))
              }
            >
              <Header className={classes.header ?? ''}>{group.label}</Header>
              {group.options.map((option) => (
                <MenuItem
                  key={option.id}
                  id={option.id}
                  textValue={option.label}
                  className={`${menu.item} ${classes.option}`}
                >
                  <Check aria-hidden size={16} className={classes.check ?? ''} />
                  <Text slot="label">{option.label}</Text>
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
