import { FileUp } from 'lucide-react';
import { useContext } from 'react';
import { useText } from '../../../i18n/i18n.tsx';
import { FileIconButton } from '../../../ui/file-button.tsx';
import { ReplaceContext } from './replace-context.ts';

export function ReplaceButton() {
  const text = useText();
  const choose = useContext(ReplaceContext);
  if (!choose) return null;
  return <FileIconButton icon={FileUp} label={text('document.replace')} onChoose={choose} />;
}
