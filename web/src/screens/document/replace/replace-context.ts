import { createContext } from 'react';

/** Begins to replace the main file of the document; undefined for those who may not. */
export const ReplaceContext = createContext<((files: readonly File[]) => void) | undefined>(
  undefined,
);
