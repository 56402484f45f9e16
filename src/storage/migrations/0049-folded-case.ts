import type { Migration } from './migrate.ts';

/**
 * Letters of one case, as `fold-case.ts` has them, on PostgreSQL in the way that its version offers.
 * Before 17 that is ICU, whose rules beyond one letter for one are for two letters only.
 */
const postgres = `
DO $version$
DECLARE folded TEXT;
BEGIN
  IF current_setting('server_version_num')::INTEGER >= 170000 THEN
    folded := 'lower(value COLLATE "pg_c_utf8")';
  ELSE
    folded := 'lower(translate(value, ''\u03a3\u0130'', ''\u03c3i'') COLLATE "und-x-icu")';
  END IF;
  EXECUTE 'CREATE FUNCTION cartulary_fold(value TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $fold$ SELECT '
    || folded || ' $fold$';
END
$version$;
`;

export const foldedCaseMigration: Migration = {
  id: 49,
  name: 'folded case',
  sqlite: 'SELECT 1',
  postgres,
};
