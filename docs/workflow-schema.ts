import { z } from 'zod';
import { workflowFile } from '../src/model/workflow/workflow-schema.ts';

/** The form of files of workflows as a JSON Schema, for editors and other programs. */
export function workflowSchema(): string {
  const schema = z.toJSONSchema(workflowFile, { io: 'input' });
  const titled = { ...schema, title: 'Cartulary workflow file' };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
