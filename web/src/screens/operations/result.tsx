import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OperationResult } from '../../api/operations.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import classes from './operations.module.css';

/** What an operation has returned. */
export function Result({ result }: { readonly result: OperationResult }) {
  const text = useText();
  return (
    <section aria-label={text('operations.result')} aria-live="polite">
      <h2>{text('operations.result')}</h2>
      {result.kind === 'nothing' && <p>{text('operations.nothing')}</p>}
      {result.kind === 'file' && <FileLink name={result.name} content={result.content} />}
      {result.kind === 'json' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard
        <pre className={classes.code} tabIndex={0}>
          {result.text}
        </pre>
      )}
    </section>
  );
}

function FileLink({ name, content }: { readonly name: string; readonly content: Blob }) {
  const formats = useFormats();
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return (
    <p>
      <a href={address} download={name} className={classes.file}>
        <Download aria-hidden size={17} />
        {name}
      </a>{' '}
      {formats.size(content.size)}
    </p>
  );
}
