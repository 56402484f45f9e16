import { mergeField } from './content-model-fields.ts';
import {
  type AceEntry,
  type CreationEntry,
  type DocumentEntry,
  type FieldEntry,
  type LifecycleEntry,
  type ModelFileContent,
  type ReportProblem,
  recordEntries,
  type SchemaEntry,
  type TypeEntry,
} from './content-model-format.ts';

export interface MergedSchema {
  prefix: string | undefined;
  versionWritable: boolean;
  readonly fields: Map<string, FieldEntry>;
}

interface MergedType {
  readonly supertype: string | null;
  /** Undefined when no file sets it: that of the supertype. */
  lifecycle: string | null | undefined;
  excludedFromCopy: boolean;
  readonly schemas: Set<string>;
  readonly facets: Set<string>;
  readonly subtypes: Set<string>;
}

interface MergedLifecycle {
  readonly initialState: string;
  readonly transitions: Map<string, string>;
  readonly states: Map<string, Set<string>>;
}

/** All files merged; references are not resolved or checked yet. */
export interface MergedModel {
  readonly schemas: Map<string, MergedSchema>;
  readonly facets: Map<string, Set<string>>;
  readonly types: Map<string, MergedType>;
  readonly lifecycles: Map<string, MergedLifecycle>;
  readonly permissions: Map<string, Set<string>>;
  rootAcl: readonly AceEntry[];
  documents: readonly DocumentEntry[];
  readonly onCreation: Map<string, CreationEntry>;
  readonly proxySchemas: Set<string>;
}

export function createMergedModel(): MergedModel {
  return {
    schemas: new Map(),
    facets: new Map(),
    types: new Map(),
    lifecycles: new Map(),
    permissions: new Map(),
    rootAcl: [],
    documents: [],
    onCreation: new Map(),
    proxySchemas: new Set(),
  };
}

/** Adds a file; reports contradictions to the files before it. */
export function mergeFile(model: MergedModel, file: ModelFileContent, report: ReportProblem): void {
  for (const [name, entry] of recordEntries(file.schemas)) {
    mergeSchema(getOrAdd(model.schemas, name, newSchema), entry, (path, message) =>
      report(`schemas.${name}.${path}`, message),
    );
  }
  for (const [name, entry] of recordEntries(file.facets)) {
    addAll(getOrAdd(model.facets, name, newSet), entry.schemas);
  }
  for (const [name, entry] of recordEntries(file.types)) {
    mergeType(
      getOrAdd(model.types, name, () => newType(name, entry)),
      entry,
      (path, message) => report(`types.${name}.${path}`, message),
    );
  }
  for (const [name, entry] of recordEntries(file.lifecycles)) {
    mergeLifecycle(
      getOrAdd(model.lifecycles, name, () => newLifecycle(entry)),
      entry,
      (p, m) => report(`lifecycles.${name}.${p}`, m),
    );
  }
  for (const [name, includes] of recordEntries(file.permissions)) {
    addAll(getOrAdd(model.permissions, name, newSet), includes);
  }
  mergeContent(model, file, report);
  addAll(model.proxySchemas, file.proxySchemas);
}

function mergeSchema(schema: MergedSchema, entry: SchemaEntry, report: ReportProblem): void {
  if (entry.prefix !== undefined) {
    const isChanged = schema.fields.size > 0 && schema.prefix !== entry.prefix;
    if (isChanged) report('prefix', 'cannot be changed by another file');
    else schema.prefix = entry.prefix;
  }
  schema.versionWritable = entry.versionWritable ?? schema.versionWritable;
  for (const [name, field] of recordEntries(entry.fields)) {
    const known = schema.fields.get(name);
    const merged = known && mergeField(known, field, (m) => report(`fields.${name}`, m));
    schema.fields.set(name, merged ?? field);
  }
}

function mergeType(type: MergedType, entry: TypeEntry, report: ReportProblem): void {
  if (entry.supertype !== undefined && entry.supertype !== type.supertype) {
    report('supertype', `is ${type.supertype} elsewhere and cannot become ${entry.supertype}`);
  }
  if (entry.lifecycle !== undefined) type.lifecycle = entry.lifecycle;
  type.excludedFromCopy = entry.excludedFromCopy ?? type.excludedFromCopy;
  addAll(type.schemas, entry.schemas);
  addAll(type.facets, entry.facets);
  addAll(type.subtypes, entry.subtypes);
}

function mergeLifecycle(
  lifecycle: MergedLifecycle,
  entry: LifecycleEntry,
  report: ReportProblem,
): void {
  if (lifecycle.initialState !== entry.initialState) {
    report('initialState', `is ${lifecycle.initialState} elsewhere`);
  }
  for (const [transition, state] of Object.entries(entry.transitions)) {
    const known = lifecycle.transitions.get(transition);
    if (known !== undefined && known !== state) {
      report(`transitions.${transition}`, `leads to ${known} elsewhere`);
    } else lifecycle.transitions.set(transition, state);
  }
  for (const [state, transitions] of Object.entries(entry.states)) {
    addAll(getOrAdd(lifecycle.states, state, newSet), transitions);
  }
}

function mergeContent(model: MergedModel, file: ModelFileContent, report: ReportProblem): void {
  const content = file.content ?? {};
  model.rootAcl = content.rootAcl ?? model.rootAcl;
  model.documents = mergeDocuments(model.documents, content.documents ?? [], (path, message) =>
    report(`content.documents${path}`, message),
  );
  for (const [type, entry] of recordEntries(content.onCreation)) {
    const known = model.onCreation.get(type) ?? {};
    const merged = mergeCreation(known, entry, (path, message) =>
      report(`content.onCreation.${type}${path}`, message),
    );
    model.onCreation.set(type, merged);
  }
}

/** Documents of the same name are one document: children add up, title and ACL are replaced. */
function mergeDocuments(
  known: readonly DocumentEntry[],
  added: readonly DocumentEntry[],
  report: ReportProblem,
): DocumentEntry[] {
  const merged = new Map(known.map((entry) => [entry.name, entry]));
  for (const [index, entry] of added.entries()) {
    const base = merged.get(entry.name);
    if (base && base.type !== entry.type) {
      report(`[${index}].type`, `${entry.name} is a ${base.type} elsewhere`);
    } else if (base) {
      const creation = mergeCreation(base, entry, (p, m) => report(`[${index}]${p}`, m));
      merged.set(entry.name, { ...base, ...entry, ...creation });
    } else merged.set(entry.name, entry);
  }
  return [...merged.values()];
}

function mergeCreation(
  base: CreationEntry,
  added: CreationEntry,
  report: ReportProblem,
): CreationEntry {
  const acl = added.acl ?? base.acl;
  const children = mergeDocuments(base.children ?? [], added.children ?? [], (path, message) =>
    report(`.children${path}`, message),
  );
  return acl === undefined ? { children } : { acl, children };
}

function newSchema(): MergedSchema {
  return { prefix: undefined, versionWritable: false, fields: new Map() };
}

/** The root of the type hierarchy: the supertype of a type that names none. */
const rootType = 'Document';

function newType(name: string, { supertype }: TypeEntry): MergedType {
  const implied = name === rootType ? null : rootType;
  return {
    supertype: supertype === undefined ? implied : supertype,
    lifecycle: undefined,
    excludedFromCopy: false,
    schemas: new Set(),
    facets: new Set(),
    subtypes: new Set(),
  };
}

function newLifecycle(entry: LifecycleEntry): MergedLifecycle {
  return { initialState: entry.initialState, transitions: new Map(), states: new Map() };
}

function newSet(): Set<string> {
  return new Set();
}

function addAll(set: Set<string>, names: readonly string[] | undefined): void {
  for (const name of names ?? []) set.add(name);
}

function getOrAdd<T>(map: Map<string, T>, name: string, create: () => T): T {
  const known = map.get(name);
  if (known !== undefined) return known;
  const fresh = create();
  map.set(name, fresh);
  return fresh;
}
