import type { ComponentType } from 'react';
import type { Doc } from '../../api/types.ts';
import { Marks } from './social/marks.tsx';

/** What other parts of the application show beside the title of a document, such as a menu of actions. */
export const headerParts: readonly ComponentType<{ readonly document: Doc }>[] = [Marks];
