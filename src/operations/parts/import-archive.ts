import { type PlannedImport, planImport } from '../../archives/import-plan.ts';
import { type ReadDocument, readArchive, withEntry } from '../../archives/read-archive.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { exportHeadBytes, isExportHead } from '../../content/archive-entries.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { documentBlob } from '../../repository/attachments/document-blob.ts';
import { findChild } from '../../repository/documents/documents.ts';
import { alternativeName } from '../../repository/editing/create-document.ts';
import { importDocuments } from '../../repository/editing/import-documents.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import { requireRoomFor } from './containers.ts';

/** Whether it is an archive that `Document.Export` makes: the marker is its first entry. */
export async function isExportArchive(
  context: OperationContext,
  blob: OperationBlob,
): Promise<boolean> {
  if (blob.sizeBytes < exportHeadBytes) return false;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of await context.openBlob(blob)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= exportHeadBytes) break;
  }
  return isExportHead(Buffer.concat(chunks));
}

/**
 * Creates the documents of an export in the container, all or none of them, and returns the first at the top.
 *
 * @throws AppError with the name of the entry that is refused; permission.denied; transaction.too-large
 */
export async function importArchive(
  context: OperationContext,
  blob: OperationBlob,
  container: WorkingDocument,
): Promise<WorkingDocument> {
  const archived = await context.awaitOutside((signal) =>
    readArchive(
      { sizeBytes: blob.sizeBytes, open: () => context.openBlob(blob) },
      {
        workbench: context.workbench,
        model: context.repository.model,
        signal,
        stage: async (path, naming) => {
          const staged = await context.createBlob({ path }, naming);
          const stored = await context.storeBlob(staged);
          return documentBlob(stored);
        },
      },
    ),
  );
  for (const type of typesAtTop(archived)) await requireRoomFor(context, container, type);
  const planned = await plan(context, archived, container);
  await store(context, planned);
  return context.load({ id: planned.topId });
}

function typesAtTop(archived: readonly ReadDocument[]): ReadonlySet<string> {
  const top = archived.filter(({ parent }) => parent === null);
  return new Set(top.map(({ described }) => described.type));
}

/** In the transaction that stores them, so that no other takes a name in between. */
async function plan(
  context: OperationContext,
  archived: readonly ReadDocument[],
  container: WorkingDocument,
): Promise<PlannedImport> {
  return context.write(async (unit) => {
    await unit.handle.lockTree('shared');
    const may = (permission: string): Promise<boolean> =>
      hasPermission(unit, { document: container, permission });
    const taken = await takenNames(unit, archived, container);
    return planImport(archived, {
      parentId: container.id,
      model: unit.model,
      rights: {
        isAdministrator: unit.principal.isAdministrator,
        setsStates: await may('WriteLifeCycle'),
        setsAcls: await may('WriteSecurity'),
      },
      freeName: (name) => (taken.has(name) ? alternativeName(name, unit, 1) : name),
    });
  });
}

async function takenNames(
  unit: ReadUnit,
  archived: readonly ReadDocument[],
  container: WorkingDocument,
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const { parent, described, folder } of archived) {
    if (parent !== null) break;
    const name = described.name ?? folder.slice(folder.lastIndexOf('/') + 1);
    if (await findChild(unit, { parentId: container.id, name })) taken.add(name);
  }
  return taken;
}

async function store(context: OperationContext, planned: PlannedImport): Promise<void> {
  const { refused } = await context.write((unit) =>
    importDocuments(unit, planned.documents, (count) => context.takeTurn(count)),
  );
  for (const [id, error] of refused) throw withEntry(planned.entryOf.get(id) ?? '', error);
}
