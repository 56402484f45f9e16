import { LRUCache } from 'lru-cache';
import { foldCase } from '../fold-case.ts';
import { LikePattern } from '../like-match.ts';

/** A cached pattern holds its text, and literals can be as long as a request. */
const keptPatterns = {
  max: 1_000,
  maxSize: 1024 * 1024,
  sizeCalculation: (_pattern: object, text: string) => text.length + 1,
};

/**
 * `cartulary_like(text, pattern, ignoresCase, deadlineMs)`: 1, 0, or null for null. During a match
 * with a deadline `requireTime` is called with it, and throws when it has passed.
 */
export function createLikeFunction(requireTime: (deadlineMs: unknown) => void) {
  const patterns = new LRUCache<string, LikePattern>(keptPatterns);
  const patternOf = (text: string): LikePattern => {
    const known = patterns.get(text);
    if (known) return known;
    const fresh = new LikePattern(text);
    patterns.set(text, fresh);
    return fresh;
  };
  return (text: unknown, pattern: unknown, ignoresCase: unknown, deadlineMs: unknown) => {
    if (typeof text !== 'string') return null;
    const check = (): void => {
      if (deadlineMs !== null) requireTime(deadlineMs);
    };
    const compared = ignoresCase === 1 ? foldCase(text) : text;
    return patternOf(String(pattern)).matches(compared, check) ? 1 : 0;
  };
}
