import { readFileSync } from 'node:fs';

interface LeftOut {
  readonly ids: readonly string[];
  readonly reason: string;
}

const leftOut: readonly LeftOut[] = [
  {
    ids: ['Counters.GET', 'Metrics.Start', 'Metrics.Stop'],
    reason: 'Metrics are always on, and read at `/metrics`; there are no counters beside them.',
  },
  {
    ids: ['Audit.Query'],
    reason:
      'It takes queries in the language of a store that is not there; `Audit.QueryWithPageProvider` searches the audit.',
  },
  {
    ids: ['Audit.Restore'],
    reason: 'The audit has one place, the database, and is restored with its backup.',
  },
  {
    ids: [
      'Comment.Moderate',
      'Document.Routing.UpdateCommentsInfoOnDocument',
      'acceptComment',
      'rejectComment',
      'updateCommentsOnDoc',
    ],
    reason: 'Comments are not moderated, and their number is counted when it is asked for.',
  },
  {
    ids: [
      'Document.AddRelation',
      'Document.DeleteRelation',
      'Document.GetLinkedDocuments',
      'Relations.CreateRelation',
      'Relations.DeleteRelation',
      'Relations.GetRelations',
    ],
    reason: 'Not built yet: there are no relations beside properties that refer to documents.',
  },
  {
    ids: ['Context.ApplyMappingOnTask', 'Task.ApplyDocumentMapping'],
    reason: 'Not built yet: there are no mappings of properties in the configuration.',
  },
  {
    ids: ['Blob.ExportToFS', 'Blob.Post', 'Blob.PostToURL', 'Blob.ToFile'],
    reason:
      'They reach the file system and the network of the server, and there is no setting yet that names what is allowed.',
  },
  {
    ids: [
      'Binary.ReadMetadata',
      'Binary.WriteMetadataFromContext',
      'Binary.WriteMetadataFromDocument',
      'Blob.ReadMetadata',
      'Blob.SetMetadataFromContext',
      'Blob.SetMetadataFromDocument',
      'Context.ReadMetadataFromBinary',
      'Context.SetMetadataFromBlob',
      'Document.SetMetadataFromBlob',
      'Document.TriggerMetadataMapping',
    ],
    reason: 'Metadata inside files is read of pictures, audio and video only, and not written.',
  },
  {
    ids: [
      'Business.BusinessCreateOperation',
      'Business.BusinessFetchOperation',
      'Business.BusinessUpdateOperation',
    ],
    reason: 'They need Java classes in the server.',
  },
  {
    ids: ['Elasticsearch.BulkIndex', 'Elasticsearch.Index'],
    reason:
      'There is no separate index; the bulk action `index` makes the words of documents anew.',
  },
  {
    ids: ['Mail.CheckInbox'],
    reason: 'Mail is sent and not received: there is no type of document for a mail box.',
  },
  {
    ids: ['NuxeoDrive.SetupIntegrationTests'],
    reason: 'It creates users whose passwords it returns, for tests of the client.',
  },
  {
    ids: [
      'TemplateProcessor.Detach',
      'TemplateProcessor.Render',
      'javascript.FilterTemplatesByType',
      'javascript.RenderPdf',
    ],
    reason:
      'There is no rendering of document templates, and no type of document for them; `Render.Document` makes texts.',
  },
  {
    ids: ['Service.HotReloadStudioSnapshot'],
    reason: 'It installs packages of a vendor.',
  },
];

/** The operations that are answered with 501, each with its reason. */
export function leftOutSection(): string {
  const file = new URL('../src/model/data/unbuilt.json', import.meta.url);
  const { operations } = JSON.parse(readFileSync(file, 'utf8')) as { operations: string[] };
  const explained = new Set(leftOut.flatMap(({ ids }) => ids));
  const difference = [...explained.symmetricDifference(new Set(operations))];
  if (difference.length > 0) {
    throw new Error(
      `docs/operations-left-out.ts and unbuilt.json differ: ${difference.join(', ')}`,
    );
  }
  const rows = leftOut.map(
    ({ ids, reason }) => `| ${ids.map((id) => `\`${id}\``).join(', ')} | ${reason} |`,
  );
  return [
    '## Left out',
    '',
    'These are answered with 501.',
    '',
    '| Operations | Why |',
    '| --- | --- |',
    ...rows,
  ].join('\n');
}
