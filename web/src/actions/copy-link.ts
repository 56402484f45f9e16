import { Link } from 'lucide-react';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/notices.tsx';
import type { Action } from './action.ts';
import { linksOf } from './links.ts';

export const copyLinkAction: Action = {
  id: 'copy-link',
  label: 'actions.copyLink',
  icon: Link,
  group: 'share',
  stateFor: ({ documents }) => (documents.length > 0 ? 'ready' : 'hidden'),
  async run(context) {
    const { documents, text } = context;
    await copyText(linksOf(documents, context));
    notify({ text: text('actions.copyLink.done', { count: documents.length }) });
  },
};
