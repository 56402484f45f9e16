import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  /** Of what can be removed one by one. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Takes the focus when what had it was removed, so that keyboards and screen readers stay in the list. */
export function KeepsFocus({ count, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const known = useRef(count);
  useEffect(() => {
    const isLost = count < known.current && document.activeElement === document.body;
    known.current = count;
    if (isLost) element.current?.focus();
  }, [count]);
  return (
    <div ref={element} tabIndex={-1}>
      {children}
    </div>
  );
}
