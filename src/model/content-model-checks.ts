import { checkField } from './content-model-fields.ts';
import {
  type AceEntry,
  type CreationEntry,
  type DocumentEntry,
  type LifecycleEntry,
  type ModelFileContent,
  type ReportProblem,
  recordEntries,
} from './content-model-format.ts';
import type { MergedModel } from './content-model-merge.ts';
import { isDocumentName } from './document-name.ts';

type Kind = 'schema' | 'facet' | 'type' | 'lifecycle' | 'permission';

/** What a file is checked against, and where its problems are reported. */
interface Check {
  readonly known: Readonly<Record<Kind, ReadonlyMap<string, unknown>>>;
  readonly model: MergedModel;
  readonly report: ReportProblem;
}

/** Reports all problems of one file: in its fields, and names that no file defines. */
export function checkFile(file: ModelFileContent, model: MergedModel, report: ReportProblem): void {
  const known = {
    schema: model.schemas,
    facet: model.facets,
    type: model.types,
    lifecycle: model.lifecycles,
    permission: model.permissions,
  };
  const check: Check = { known, model, report };
  checkSchemas(file, report);
  for (const [name, facet] of recordEntries(file.facets)) {
    checkNames(check, 'schema', { names: facet.schemas, path: `facets.${name}.schemas` });
  }
  checkTypes(check, file);
  for (const [name, lifecycle] of recordEntries(file.lifecycles)) {
    checkLifecycle(check, name, lifecycle);
  }
  for (const [name, names] of recordEntries(file.permissions)) {
    checkNames(check, 'permission', { names, path: `permissions.${name}` });
  }
  checkContent(check, file);
  checkNames(check, 'schema', { names: file.proxySchemas, path: 'proxySchemas' });
}

function checkName(check: Check, kind: Kind, place: { name: string; path: string }): void {
  if (check.known[kind].has(place.name)) return;
  check.report(place.path, `unknown ${kind} "${place.name}"`);
}

function checkNames(
  check: Check,
  kind: Kind,
  list: { names: readonly string[] | undefined; path: string },
): void {
  for (const [index, name] of (list.names ?? []).entries()) {
    checkName(check, kind, { name, path: `${list.path}[${index}]` });
  }
}

function checkSchemas(file: ModelFileContent, report: ReportProblem): void {
  for (const [schema, entry] of recordEntries(file.schemas)) {
    for (const [name, field] of recordEntries(entry.fields)) {
      checkField(field, `schemas.${schema}.fields.${name}`, report);
    }
  }
}

function checkTypes(check: Check, file: ModelFileContent): void {
  for (const [name, type] of recordEntries(file.types)) {
    const path = `types.${name}`;
    checkNames(check, 'schema', { names: type.schemas, path: `${path}.schemas` });
    checkNames(check, 'facet', { names: type.facets, path: `${path}.facets` });
    checkNames(check, 'type', { names: type.subtypes, path: `${path}.subtypes` });
    if (typeof type.supertype === 'string') {
      checkName(check, 'type', { name: type.supertype, path: `${path}.supertype` });
    }
    if (typeof type.lifecycle === 'string') {
      checkName(check, 'lifecycle', { name: type.lifecycle, path: `${path}.lifecycle` });
    }
  }
}

function checkLifecycle(check: Check, name: string, entry: LifecycleEntry): void {
  const path = `lifecycles.${name}`;
  const lifecycle = check.model.lifecycles.get(name);
  const checkState = (state: string, place: string): void => {
    if (!lifecycle?.states.has(state)) check.report(place, `unknown state "${state}"`);
  };
  checkState(entry.initialState, `${path}.initialState`);
  for (const [transition, state] of Object.entries(entry.transitions)) {
    checkState(state, `${path}.transitions.${transition}`);
  }
  for (const [state, transitions] of Object.entries(entry.states)) {
    for (const [index, transition] of transitions.entries()) {
      if (lifecycle?.transitions.has(transition)) continue;
      check.report(`${path}.states.${state}[${index}]`, `unknown transition "${transition}"`);
    }
  }
}

function checkContent(check: Check, file: ModelFileContent): void {
  const content = file.content ?? {};
  checkAcl(check, content.rootAcl, 'content.rootAcl');
  checkDocuments(check, content.documents, 'content.documents');
  for (const [type, entry] of recordEntries(content.onCreation)) {
    const path = `content.onCreation.${type}`;
    checkName(check, 'type', { name: type, path });
    checkCreation(check, entry, path);
  }
}

function checkCreation(check: Check, entry: CreationEntry, path: string): void {
  checkAcl(check, entry.acl, `${path}.acl`);
  checkDocuments(check, entry.children, `${path}.children`);
}

function checkDocuments(
  check: Check,
  documents: readonly DocumentEntry[] | undefined,
  path: string,
): void {
  const names = new Set<string>();
  for (const [index, entry] of (documents ?? []).entries()) {
    const place = `${path}[${index}]`;
    if (!isDocumentName(entry.name)) {
      check.report(`${place}.name`, `"${entry.name}" cannot be the name of a document`);
    }
    if (names.has(entry.name)) check.report(`${place}.name`, `"${entry.name}" is there twice`);
    names.add(entry.name);
    checkName(check, 'type', { name: entry.type, path: `${place}.type` });
    checkCreation(check, entry, place);
  }
}

function checkAcl(check: Check, acl: readonly AceEntry[] | undefined, path: string): void {
  for (const [index, ace] of (acl ?? []).entries()) {
    checkName(check, 'permission', { name: ace.permission, path: `${path}[${index}].permission` });
  }
}

/** Reports contradictions between definitions of any files. */
export function checkWhole(model: MergedModel, report: ReportProblem): void {
  checkPrefixes(model, report);
  for (const name of model.types.keys()) {
    const cycle = findCycle(model, name);
    // The check of each type of a cycle finds it; only that of the first by name reports it.
    if (!cycle || cycle.some((member) => member < name)) continue;
    const path = [...cycle, name].join(' → ');
    report(`types.${name}.supertype`, `the type is its own supertype: ${path}`);
  }
}

function checkPrefixes(model: MergedModel, report: ReportProblem): void {
  const owners = new Map<string, string>();
  for (const [name, schema] of model.schemas) {
    const prefix = schema.prefix ?? name;
    const owner = owners.get(prefix);
    if (owner !== undefined) {
      report(`schemas.${name}.prefix`, `"${prefix}" is also the prefix of schema "${owner}"`);
    }
    owners.set(prefix, name);
  }
}

/** The supertypes between a type and itself, if there is a cycle. */
function findCycle(model: MergedModel, start: string): string[] | undefined {
  const trail = [start];
  for (let type = supertypeOf(model, start); type; type = supertypeOf(model, type)) {
    if (type === start) return trail;
    if (trail.includes(type)) return undefined;
    trail.push(type);
  }
  return undefined;
}

function supertypeOf(model: MergedModel, type: string): string | null | undefined {
  return model.types.get(type)?.supertype;
}
