import { initialMigration } from './0001-initial.ts';
import type { Migration } from './migrate.ts';

/** In order, forward only; a released one never changes. */
export const migrations: readonly Migration[] = [initialMigration];
