import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedDocuments } from './generated-documents.ts';

/** Writes every document that follows from definitions: `npm run docs`. */
for (const [path, text] of generatedDocuments()) {
  await writeFile(join(import.meta.dirname, path), text);
  console.log(`docs/${path}`);
}
