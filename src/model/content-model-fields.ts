import type { Field, FieldConstraints, FieldReference, ScalarType } from './content-model.ts';
import {
  type FieldEntry,
  type FieldSpec,
  type ReportProblem,
  recordEntries,
} from './content-model-format.ts';
import { brokenConstraints, compilePattern } from './field-constraints.ts';

type SingleType = ScalarType | 'blob' | 'complex';

function widen(entry: FieldEntry): FieldSpec {
  return typeof entry === 'string' ? { type: entry } : entry;
}

function singleTypeOf(spec: FieldSpec): SingleType {
  return spec.type.replace('[]', '') as SingleType;
}

function isMany(spec: FieldSpec): boolean {
  return spec.type.endsWith('[]');
}

/** Reports problems within one field definition, without regard to other files. */
export function checkField(entry: FieldEntry, path: string, report: ReportProblem): void {
  const spec = widen(entry);
  const type = singleTypeOf(spec);
  checkApplicable(spec, path, report);
  const isPatternGood = checkPattern(spec.pattern, `${path}.pattern`, report);
  checkOrder(spec, path, report);
  if (spec.default !== undefined && isPatternGood) checkDefault(spec, path, report);
  if (type === 'complex') checkSubFields(spec, path, report);
}

const stringRules = ['enumeration', 'pattern', 'minLength', 'maxLength', 'refersTo'] as const;
const numberRules = ['minimum', 'maximum'] as const;

function checkApplicable(spec: FieldSpec, path: string, report: ReportProblem): void {
  const type = singleTypeOf(spec);
  for (const rule of stringRules) {
    if (spec[rule] !== undefined && type !== 'string') {
      report(`${path}.${rule}`, `applies to string and string[] only, not to ${spec.type}`);
    }
  }
  for (const rule of numberRules) {
    if (spec[rule] !== undefined && type !== 'long' && type !== 'double') {
      report(`${path}.${rule}`, `applies to long and double only, not to ${spec.type}`);
    }
  }
  if (spec.mustExist !== undefined && spec.refersTo === undefined) {
    report(`${path}.mustExist`, 'needs refersTo beside it');
  }
  if (spec.fields !== undefined && type !== 'complex') {
    report(`${path}.fields`, `applies to complex and complex[] only, not to ${spec.type}`);
  }
}

function checkPattern(pattern: string | undefined, path: string, report: ReportProblem): boolean {
  try {
    if (pattern !== undefined) compilePattern(pattern);
    return true;
  } catch (error) {
    report(path, `is not a regular expression (${(error as Error).message})`);
    return false;
  }
}

function checkOrder(spec: FieldSpec, path: string, report: ReportProblem): void {
  const isReversed = (low: number | undefined, high: number | undefined): boolean =>
    low !== undefined && high !== undefined && low > high;
  if (isReversed(spec.minLength, spec.maxLength)) {
    report(`${path}.minLength`, 'is greater than maxLength');
  }
  if (isReversed(spec.minimum, spec.maximum)) {
    report(`${path}.minimum`, 'is greater than maximum');
  }
}

function checkDefault(spec: FieldSpec, path: string, report: ReportProblem): void {
  if (!isDefaultOfType(spec)) {
    report(`${path}.default`, `${JSON.stringify(spec.default)} is no default for ${spec.type}`);
    return;
  }
  for (const broken of brokenConstraints(spec.default, constraintsOf(spec))) {
    report(`${path}.default`, `breaks the field's own ${broken.constraint}`);
  }
}

function isDefaultOfType(spec: FieldSpec): boolean {
  switch (spec.type) {
    case 'string':
      return typeof spec.default === 'string';
    case 'boolean':
      return typeof spec.default === 'boolean';
    case 'long':
      return Number.isSafeInteger(spec.default);
    case 'double':
      return Number.isFinite(spec.default);
    default:
      return false;
  }
}

function checkSubFields(spec: FieldSpec, path: string, report: ReportProblem): void {
  const fields = recordEntries(spec.fields);
  if (fields.length === 0) report(path, `${spec.type} needs fields`);
  for (const [name, entry] of fields) checkField(entry, `${path}.fields.${name}`, report);
  // These two keys distinguish stored blobs from other objects.
  if (spec.fields?.key !== undefined && spec.fields.digestAlgorithm !== undefined) {
    report(path, 'sub-fields "key" and "digestAlgorithm" together are reserved for blobs');
  }
}

/** Values of a later file win, except the type, which stays; sub-fields are added. */
export function mergeField(
  known: FieldEntry,
  added: FieldEntry,
  report: (message: string) => void,
): FieldSpec {
  const [base, more] = [widen(known), widen(added)];
  if (base.type !== more.type) {
    report(`is ${base.type} elsewhere and cannot become ${more.type}`);
    return base;
  }
  if (more.fields === undefined) return { ...base, ...more };
  return { ...base, ...more, fields: mergeFields(base.fields, more.fields, report) };
}

function mergeFields(
  base: FieldSpec['fields'],
  more: NonNullable<FieldSpec['fields']>,
  report: (message: string) => void,
): NonNullable<FieldSpec['fields']> {
  const merged: Record<string, FieldEntry> = { ...base };
  for (const [name, entry] of Object.entries(more)) {
    const known = merged[name];
    merged[name] = known ? mergeField(known, entry, (m) => report(`${name} ${m}`)) : entry;
  }
  return merged;
}

export function compileField(name: string, entry: FieldEntry): Field {
  return { name, ...compileSpec(widen(entry)) };
}

function compileSpec(spec: FieldSpec): Omit<Field, 'name'> {
  if (!isMany(spec)) return { ...compileSingle(spec), ...ownRules(spec, constraintsOf(spec)) };
  const type = singleTypeOf(spec);
  const { notNull, ...itemConstraints } = constraintsOf(spec);
  const item = { ...compileSingle(spec), ...constraintsEntry(itemConstraints) };
  const isList = type === 'blob' || type === 'complex';
  return {
    type: isList ? 'list' : 'array',
    item,
    ...ownRules(spec, notNull === undefined ? {} : { notNull }),
  };
}

function compileSingle(spec: FieldSpec): Omit<Field, 'name'> {
  const type = singleTypeOf(spec);
  if (type === 'complex') {
    return { type, fields: recordEntries(spec.fields).map(([n, entry]) => compileField(n, entry)) };
  }
  return spec.refersTo === undefined ? { type } : { type, reference: referenceOf(spec) };
}

function ownRules(spec: FieldSpec, constraints: FieldConstraints): Partial<Field> {
  return {
    ...constraintsEntry(constraints),
    ...(spec.default === undefined ? {} : { default: spec.default }),
    ...(spec.secured ? { secured: true } : {}),
  };
}

function constraintsEntry(constraints: FieldConstraints): Partial<Field> {
  return Object.keys(constraints).length === 0 ? {} : { constraints };
}

const constraintKeys = [
  'notNull',
  'enumeration',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
] as const;

function constraintsOf(spec: FieldSpec): FieldConstraints {
  const present = constraintKeys.filter((key) => spec[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, spec[key]]));
}

function referenceOf(spec: FieldSpec): FieldReference {
  const [kind, argument] = (spec.refersTo ?? '').split(/:(.*)/s);
  const validation = spec.mustExist === false ? { validation: 'false' } : {};
  switch (kind) {
    case 'directory':
      return { resolver: 'directoryResolver', directory: argument ?? '', ...validation };
    case 'document':
      return { resolver: 'documentResolver', store: argument ?? 'id', ...validation };
    case 'user':
    case 'group':
      return { resolver: 'userManagerResolver', type: kind, ...validation };
    default:
      return { resolver: 'userManagerResolver', ...validation };
  }
}
