import type { ComponentType } from 'react';
import type { Doc } from '../../../api/types.ts';
import { SocialSummary } from '../social/social-summary.tsx';

/** What other parts of the application show in the summary of a document. */
export interface SummaryPart {
  readonly id: string;
  /** Beside the facts, or below them. */
  readonly place: 'beside' | 'below';
  readonly Content: ComponentType<{ readonly document: Doc }>;
  isShownFor(document: Doc): boolean;
}

export const summaryParts: readonly SummaryPart[] = [
  { id: 'social', place: 'beside', Content: SocialSummary, isShownFor: () => true },
];
