import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Neighbours } from '../api/neighbours.ts';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import bar from './bar.module.css';

interface Props {
  readonly neighbours: Neighbours;
  readonly onGo: (step: 'previous' | 'next') => void;
}

/** Where the document is in its list, and the way to those beside it. */
export function ListPosition({ neighbours: { at, count, previous, next }, onGo }: Props) {
  const text = useText();
  return (
    <span className={bar.value}>
      <IconButton
        icon={ChevronLeft}
        label={text('previews.previous')}
        isDisabled={previous === undefined}
        onPress={() => onGo('previous')}
      />
      <span role="status">{text('previews.position', { at: at + 1, count })}</span>
      <IconButton
        icon={ChevronRight}
        label={text('previews.next')}
        isDisabled={next === undefined}
        onPress={() => onGo('next')}
      />
    </span>
  );
}
