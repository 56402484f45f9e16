import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { type ItemChange, summarizeChanges } from '../../repository/drive/changes.ts';
import { showingItems } from '../../repository/drive/items.ts';
import {
  addressOf,
  definitionsOf,
  itemIdOf,
  itemJson,
  nameOf,
  parseDefinitions,
} from '../parts/drive-items.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const getChangeSummaryOperation = defineOperation({
  id: 'NuxeoDrive.GetChangeSummary',
  label: 'Nuxeo Drive: Get change summary',
  category: 'Services',
  description:
    'Returns what has changed in the synchronized folders of the caller since an earlier summary.',
  params: {
    lastSyncActiveRootDefinitions: optional(
      'string',
      'The activeSynchronizationRootDefinitions of that summary.',
    ),
    lowerBound: withDefault('long', -1, {
      description: 'The upperBound of that summary; -1 for none.',
      values: ['-1'],
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { lowerBound, lastSyncActiveRootDefinitions }) {
        const state = {
          from: Number(lowerBound),
          knownRoots: parseDefinitions(lastSyncActiveRootDefinitions ?? ''),
        };
        const { username } = context.principal;
        const summary = await context.read((unit) => summarizeChanges(showingItems(unit), state));
        return jsonBlob({
          fileSystemChanges: (summary.changes ?? []).map((change) => changeJson(change, username)),
          syncDate: context.nowMs,
          activeSynchronizationRootDefinitions: definitionsOf(summary.roots),
          hasTooManyChanges: summary.changes === undefined,
          upperBound: summary.upTo,
        });
      },
    },
  ],
});

function changeJson({ eventId, documentId, dateMs, item }: ItemChange, username: string): object {
  return {
    repositoryId: 'default',
    eventId,
    eventDate: dateMs,
    docUuid: documentId,
    fileSystemItem: item ? itemJson(item, username) : null,
    fileSystemItemId: item ? itemIdOf(item) : addressOf(documentId),
    fileSystemItemName: item ? nameOf(item) : null,
  };
}
