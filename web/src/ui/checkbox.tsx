import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';
import classes from './field.module.css';

interface Props extends Omit<CheckboxProps, 'className' | 'children' | 'style'> {
  readonly children?: ReactNode;
}

export function Checkbox({ children, ...props }: Props) {
  return (
    <AriaCheckbox {...props} className={classes.choice ?? ''}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={classes.box}>
            {isIndeterminate ? (
              <Minus aria-hidden size={13} />
            ) : (
              isSelected && <Check aria-hidden size={13} />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
