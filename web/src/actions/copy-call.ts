import { Command } from 'lucide-react';
import { serverUrl } from '../api/server.ts';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/notices.tsx';
import type { Action } from './action.ts';

/** The call of the API that reads the document, for a command line; it asks for the password. */
export const copyCallAction: Action = {
  id: 'copy-call',
  label: 'actions.copyCall',
  icon: Command,
  group: 'share',
  stateFor: ({ documents }) => (documents.length > 0 ? 'ready' : 'hidden'),
  async run({ documents, text, user }) {
    const calls = documents.map(
      ({ uid }) =>
        `curl -u ${quoted(user.id)} -H 'properties: *' '${serverUrl(`api/v1/id/${uid}`)}'`,
    );
    await copyText(calls.join('\n'));
    notify({ text: text('actions.copied') });
  },
};

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
