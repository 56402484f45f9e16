import { ChevronDown, ChevronUp, MoveHorizontal, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import bar from '../bar.module.css';
import type { PdfViewer } from './open-pdf.ts';
import type { PdfState } from './use-pdf.ts';

interface Props {
  readonly state: PdfState;
  readonly shown: RefObject<PdfViewer | undefined>;
  readonly findRef: RefObject<HTMLInputElement | null>;
}

export function PdfBar({ state, shown, findRef }: Props) {
  const text = useText();
  const formats = useFormats();
  const viewer = () => shown.current?.viewer;
  return (
    <div role="toolbar" aria-label={text('previews.pdf.tools')} className={bar.bar}>
      <IconButton
        icon={ChevronUp}
        label={text('previews.pdf.previousPage')}
        onPress={() => viewer()?.previousPage()}
        isDisabled={state.page <= 1}
      />
      <IconButton
        icon={ChevronDown}
        label={text('previews.pdf.nextPage')}
        onPress={() => viewer()?.nextPage()}
        isDisabled={state.page >= state.pages}
      />
      <PageField
        key={state.page}
        page={state.page}
        pages={state.pages}
        onGo={(page) => {
          const shownViewer = viewer();
          if (shownViewer) shownViewer.currentPageNumber = page;
        }}
      />
      <span className={bar.gap} />
      <IconButton
        icon={ZoomOut}
        label={text('previews.zoomOut')}
        onPress={() => viewer()?.decreaseScale()}
      />
      <span className={bar.value}>
        {text('previews.percent', { value: formats.number(Math.round(state.scale * 100)) })}
      </span>
      <IconButton
        icon={ZoomIn}
        label={text('previews.zoomIn')}
        onPress={() => viewer()?.increaseScale()}
      />
      <IconButton
        icon={MoveHorizontal}
        label={text('previews.pdf.fit')}
        onPress={() => {
          const shownViewer = viewer();
          if (!shownViewer) return;
          const isWide = shownViewer.currentScaleValue === 'page-width';
          shownViewer.currentScaleValue = isWide ? 'page-fit' : 'page-width';
        }}
      />
      <span className={bar.gap} />
      <Find state={state} shown={shown} findRef={findRef} />
    </div>
  );
}

interface PageFieldProps {
  readonly page: number;
  readonly pages: number;
  readonly onGo: (page: number) => void;
}

function PageField({ page, pages, onGo }: PageFieldProps) {
  const text = useText();
  const [value, setValue] = useState(String(page));
  const go = (): void => {
    const wanted = Math.min(Math.max(Math.trunc(Number(value)) || page, 1), pages);
    setValue(String(wanted));
    if (wanted !== page) onGo(wanted);
  };
  return (
    <span className={bar.value}>
      <input
        className={bar.number}
        inputMode="numeric"
        aria-label={text('previews.pdf.page')}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && go()}
        onBlur={go}
      />
      {text('previews.pdf.ofPages', { pages })}
    </span>
  );
}

function Find({ state, shown, findRef }: Props) {
  const text = useText();
  const [query, setQuery] = useState('');
  const status = useId();
  const find = (wanted: string, step: 'first' | 'next' | 'previous'): void => {
    shown.current?.eventBus.dispatch('find', {
      source: window,
      type: step === 'first' ? '' : 'again',
      query: wanted,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: step === 'previous',
      matchDiacritics: false,
    });
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') find(query, event.shiftKey ? 'previous' : 'next');
    if (event.key !== 'Escape' || query === '') return;
    event.stopPropagation();
    setQuery('');
    find('', 'first');
  };
  return (
    <span className={bar.find}>
      <Search aria-hidden size={16} />
      <input
        ref={findRef}
        type="search"
        className={bar.search}
        aria-label={text('previews.pdf.find')}
        placeholder={text('previews.pdf.find')}
        aria-describedby={status}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          find(target.value, 'first');
        }}
        onKeyDown={keys}
      />
      <span id={status} role="status" className={bar.found}>
        {query !== '' && text('previews.pdf.matches', { ...state.matches })}
      </span>
    </span>
  );
}
