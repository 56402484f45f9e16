import { expect, test } from 'vitest';
import { changeInChunks, type Item } from '../../src/actions/bulk.ts';
import { isSingleCharacter, matchesKeys, shownKeys } from '../../src/actions/keys.ts';
import { pathBefore, titleBefore, trashedAt } from '../../src/documents/trashed.ts';
