import { Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useText } from '../i18n/i18n.tsx';
import { Empty } from '../ui/states.tsx';

export function NotFound() {
  const text = useText();
  return (
    <Empty isScreen icon={FileQuestion} title={text('shell.notFound')}>
      <p>{text('shell.notFoundHelp')}</p>
      <Link to="/">{text('shell.home')}</Link>
    </Empty>
  );
}
