import Sqlite from 'better-sqlite3';
import { translateSqliteError } from './sqlite-errors.ts';

/** Whether another connection, of any process, has the file of a database open. The file must exist. */
export function isFileInUse(path: string): boolean {
  const db = new Sqlite(path, { timeout: 0, fileMustExist: true });
  try {
    // Before the first access: the connection then wants the file for itself, and each other one holds a lock.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw translateSqliteError(error);
  } finally {
    db.close();
  }
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(String((error as { code?: unknown }).code));
}
