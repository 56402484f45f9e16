import type { DocumentId } from '../../../src/base/ids.ts';
import { systemPrincipal } from '../../../src/model/principal.ts';
import { createDocument } from '../../../src/repository/editing/create-document.ts';
import { createUnit } from '../../../src/repository/unit/unit.ts';
import type { TestApp } from '../../../test/support/app.ts';

interface Many {
  readonly parent: string;
  readonly count: number;
  readonly type?: string;
  titleOf(index: number): string;
}

const batch = 500;

/** Puts many documents into a folder, hundreds in a transaction: by requests it would take minutes. */
export async function addMany(
  { services: { database, repository } }: TestApp,
  { parent, count, type = 'File', titleOf }: Many,
): Promise<void> {
  for (let start = 0; start < count; start += batch) {
    await database.write(async (handle) => {
      const unit = createUnit(handle, repository, systemPrincipal);
      for (let index = start; index < Math.min(count, start + batch); index += 1) {
        await createDocument(unit, {
          parentId: parent as DocumentId,
          name: `document-${index}`,
          type,
          properties: { 'dc:title': titleOf(index) },
        });
      }
    });
  }
}
