import type { Param } from '../../api/operations.ts';
import { isStructured } from './call-values.ts';

type FieldKind =
  | 'switch'
  | 'options'
  | 'date'
  | 'document'
  | 'user'
  | 'suggestions'
  | 'number'
  | 'text';

const byType: Readonly<Record<string, FieldKind>> = {
  boolean: 'switch',
  date: 'date',
  document: 'document',
  integer: 'number',
  int: 'number',
  long: 'number',
};

/** Names are texts to the server: these parameters are what it calls users by. */
const ofUsers: ReadonlySet<string> = new Set(['login', 'user', 'username']);

/** Values of a parameter are suggestions, except of a widget with options. */
export function fieldKindOf(param: Param): FieldKind {
  const { type, name, widget, values } = param;
  const known = byType[type];
  if (known !== undefined) return known;
  if (widget === 'Option' && values.length > 0) return 'options';
  if (type === 'string' && ofUsers.has(name)) return 'user';
  return values.length > 0 && !isStructured(param) ? 'suggestions' : 'text';
}
