import { LockKeyhole } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Nothing } from '../nothing.tsx';
import classes from './pdf.module.css';
import { PdfBar } from './pdf-bar.tsx';
import { type PdfState, usePdf } from './use-pdf.ts';

interface Props {
  readonly url: string;
  readonly document: Doc;
}

export function Pdf({ url, document }: Props) {
  const text = useText();
  const container = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const { state, shown } = usePdf(url, useRef({ container, pages }).current);
  const findKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    find.current?.select();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what is in it
    <div className={classes.pdf} onKeyDown={findKeys}>
      {state.status === 'shown' && <PdfBar state={state} shown={shown} findRef={find} />}
      <div className={classes.frame}>
        <div
          ref={container}
          className={classes.container}
          role="document"
          aria-label={document.title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
          tabIndex={0}
          data-state={state.status}
        >
          <div ref={pages} className="pdfViewer" />
        </div>
        {state.status === 'opening' && !state.password && <Loading />}
        {state.password && <Password password={state.password} />}
        {state.status === 'failed' && (
          <div className={classes.over}>
            {isUnreadable(state.error) ? (
              <Nothing document={document} reason="broken" detail={text('previews.pdf.broken')} />
            ) : (
              <Failure error={state.error} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** pdf.js says by the name that the file itself, and not the way to it, is at fault. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && /^(?:InvalidPDF|UnknownError|Format)/.test(error.name);
}

function Password({ password }: { readonly password: NonNullable<PdfState['password']> }) {
  const text = useText();
  const [value, setValue] = useState('');
  return (
    <form
      className={classes.over}
      onSubmit={(event) => {
        event.preventDefault();
        password.give(value);
      }}
    >
      <Empty icon={LockKeyhole} title={text('previews.pdf.protected')}>
        <TextField
          label={text('previews.pdf.password')}
          type="password"
          value={value}
          onChange={setValue}
          autoComplete="off"
          error={password.isWrong ? text('previews.pdf.passwordWrong') : undefined}
          autoFocus
        />
        <Button type="submit" look="primary">
          {text('previews.pdf.open')}
        </Button>
      </Empty>
    </form>
  );
}
