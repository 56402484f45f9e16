import { defineOperation, optional, required } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { saveUnsaved } from '../../automation/working-documents.ts';
import type { VersionIncrement } from '../../model/version-numbers.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import {
  getDocumentForUpdate,
  getUncheckedDocument,
} from '../../repository/documents/documents.ts';
import { findLastVersion } from '../../repository/versions/version-history.ts';
import { checkIn, requireVersionable, versionedOf } from '../../repository/versions/versions.ts';

const increments: Readonly<Record<string, VersionIncrement>> = {
  none: 'NONE',
  minor: 'MINOR',
  major: 'MAJOR',
};

export const checkInDocumentOperation = defineOperation({
  id: 'Document.CheckIn',
  label: 'Check In',
  category: 'Document',
  description:
    'Makes a version of the input document and returns the document, which then is checked in. One that is checked in already stays as it is.',
  params: {
    version: required(
      'string',
      'Which number of the version grows: none, minor, major; anything else counts as minor.',
      { values: Object.keys(increments) },
    ),
    comment: optional('string', 'Why the version is made; it and the audit keep it.', { order: 1 }),
    versionVarName: optional('string', 'The context variable that is to hold the version.', {
      order: 2,
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { version: increment, comment, versionVarName }) {
        const by = increments[increment.trim().toLowerCase()] ?? 'MINOR';
        const done = await ensureCheckedIn(context, document, { by, comment });
        if (versionVarName) context.variables.set(versionVarName, done.version ?? null);
        return done.document;
      },
    },
  ],
});

interface CheckIn {
  readonly by: VersionIncrement;
  readonly comment: string | null;
}

async function ensureCheckedIn(
  context: OperationContext,
  document: WorkingDocument,
  { by, comment }: CheckIn,
): Promise<{ document: WorkingDocument; version: WorkingDocument | undefined }> {
  const { id } = await saveUnsaved(context, document);
  return context.write(async (unit) => {
    const given = await getDocumentForUpdate(unit, id);
    const live = await getDocumentForUpdate(unit, versionedOf(given).id);
    requireVersionable(live);
    await requirePermission(unit, { document: live, permission: 'WriteVersion' });
    const made = live.isCheckedOut
      ? (await checkIn(unit, { document: live, by, comment })).version
      : await findLastVersion(unit, live.seriesId);
    // For a proxy, the proxy is returned, which shows the live document.
    return { document: await getUncheckedDocument(unit, { id }), version: made };
  });
}
