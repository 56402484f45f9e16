import { ExternalLink, SquareArrowOutUpRight } from 'lucide-react';
import { placeOf } from '../documents/places.ts';
import type { Action, ActionTarget } from './action.ts';

/** What is shown already cannot be opened. */
const stateFor = ({ documents, folder }: ActionTarget) =>
  documents.length === 1 && folder !== undefined && documents[0]?.uid !== folder.uid
    ? 'ready'
    : 'hidden';

export const openAction: Action = {
  id: 'open',
  label: 'actions.open',
  icon: SquareArrowOutUpRight,
  group: 'open',
  keys: 'Mod+Enter',
  stateFor,
  async run({ documents: [document], router }) {
    if (document) await router.navigate(placeOf(document));
  },
};

export const openInTabAction: Action = {
  id: 'open-in-tab',
  label: 'actions.openInTab',
  icon: ExternalLink,
  group: 'open',
  stateFor,
  run({ documents: [document], router }) {
    if (document) window.open(router.buildLocation(placeOf(document)).href, '_blank', 'noopener');
  },
};
