import { aclAdapter } from './acl.ts';
import type { AdapterDefinition } from './adapter.ts';
import { annotationAdapters } from './annotation.ts';
import { auditAdapter } from './audit.ts';
import { blobAdapters } from './blob.ts';
import { childrenAdapter } from './children.ts';
import { commentAdapters } from './comment.ts';
import { convertAdapters } from './convert.ts';
import { emptyWithDefaultAdapter } from './empty-with-default.ts';
import { opAdapter } from './op.ts';
import { ppAdapter } from './pp.ts';
import { previewAdapter } from './preview.ts';
import { renditionAdapter } from './rendition.ts';
import { searchAdapter } from './search.ts';
import { taskAdapters } from './task.ts';
import { workflowAdapters } from './workflow.ts';

/** Every document adapter, by name. */
export const adapters: readonly AdapterDefinition[] = [
  aclAdapter,
  ...annotationAdapters,
  auditAdapter,
  ...blobAdapters,
  childrenAdapter,
  ...commentAdapters,
  ...convertAdapters,
  emptyWithDefaultAdapter,
  opAdapter,
  ppAdapter,
  previewAdapter,
  renditionAdapter,
  searchAdapter,
  ...taskAdapters,
  ...workflowAdapters,
];
