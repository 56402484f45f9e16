import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';

interface Props {
  readonly icon?: LucideIcon;
  readonly allowsMany?: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A button that opens the file dialog of the browser. */
export function FileButton({
  icon,
  allowsMany = false,
  isDisabled = false,
  onChoose,
  children,
}: Props) {
  return (
    <FileTrigger
      allowsMultiple={allowsMany}
      onSelect={(files) => files && files.length > 0 && onChoose([...files])}
    >
      <Button isDisabled={isDisabled} {...(icon && { icon })}>
        {children}
      </Button>
    </FileTrigger>
  );
}

interface IconProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onChoose: (files: readonly File[]) => void;
}

/** As `FileButton`, for one file, with its label beside the pointer. */
export function FileIconButton({ icon, label, onChoose }: IconProps) {
  return (
    <FileTrigger onSelect={(files) => files && files.length > 0 && onChoose([...files])}>
      <IconButton icon={icon} label={label} />
    </FileTrigger>
  );
}
