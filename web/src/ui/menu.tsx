import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Keyboard,
  MenuTrigger,
  Popover,
  Separator,
  Text,
} from 'react-aria-components';
import classes from './menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** As shown, such as `F2`. */
  readonly keys?: string | undefined;
  /** Why it cannot be used now. */
  readonly disabledReason?: string | undefined;
  readonly isDangerous?: boolean | undefined;
  /** A place to go to instead of something to do. */
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

interface Props {
  readonly label: string;
  /** A button. */
  readonly trigger: ReactElement;
  /** Groups have a line between them. */
  readonly groups: readonly (readonly MenuEntry[])[];
}

export function Menu({ label, trigger, groups }: Props) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={classes.popover ?? ''}>
        <MenuList label={label} groups={groups} />
      </Popover>
    </MenuTrigger>
  );
}

/** The entries alone, within something that floats. */
export function MenuList({ label, groups }: Pick<Props, 'label' | 'groups'>) {
  const shown = groups.filter((group) => group.length > 0);
  return (
    <AriaMenu aria-label={label} className={classes.list ?? ''}>
      {shown.map((group, at) => (
        <Fragment key={group[0]?.id ?? at}>
          {at > 0 && <Separator className={classes.separator ?? ''} />}
          {group.map((entry) => (
            <MenuItem key={entry.id} {...entry} />
          ))}
        </Fragment>
      ))}
    </AriaMenu>
  );
}

export function MenuItem({
  id,
  label,
  icon: Icon,
  keys,
  disabledReason,
  isDangerous,
  href,
  run,
}: MenuEntry) {
  return (
    <AriaMenuItem
      id={id}
      textValue={label}
      isDisabled={disabledReason !== undefined}
      className={`${classes.item} ${isDangerous ? classes.dangerous : ''}`}
      {...(href !== undefined && { href })}
      {...(run && { onAction: run })}
    >
      {Icon && <Icon aria-hidden size={17} />}
      <Text slot="label">{label}</Text>
      {disabledReason && <Text slot="description">{disabledReason}</Text>}
      {/* Shown by the sheet: it is no part of the name. */}
      {keys && <Keyboard data-keys={keys} />}
    </AriaMenuItem>
  );
}
