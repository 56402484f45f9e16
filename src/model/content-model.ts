import { AppError } from '../base/errors/app-error.ts';
import type { Lifecycle } from './lifecycle.ts';

export type ScalarType = 'string' | 'long' | 'double' | 'boolean' | 'date' | 'binary';
type FieldType = ScalarType | 'blob' | 'complex' | 'array' | 'list';

export interface FieldConstraints {
  readonly notNull?: boolean;
  readonly enumeration?: readonly string[];
  /** Regular expression the whole value must match. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a value refers to: a directory entry, a user or group, or a document. */
export interface FieldReference {
  readonly resolver: 'directoryResolver' | 'userManagerResolver' | 'documentResolver';
  readonly directory?: string;
  readonly type?: 'user' | 'group';
  readonly store?: string;
  /** 'false' switches the existence check off. */
  readonly validation?: string;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Item type of an `array` (scalar) or a `list` (complex or blob). */
  readonly item?: Omit<Field, 'name'>;
  /** Sub-fields of a `complex`. */
  readonly fields?: readonly Field[];
  readonly default?: string | number | boolean;
  readonly constraints?: FieldConstraints;
  readonly reference?: FieldReference;
  /** Only administrators may write it. */
  readonly secured?: boolean;
}

export interface Schema {
  readonly name: string;
  /** Prefix of its properties on the wire; the schema name when none was declared. */
  readonly prefix: string;
  /** No prefix was declared: xpaths may leave it out (`content` for `file:content`). */
  readonly allowsUnprefixed?: boolean;
  readonly fields: readonly Field[];
  /** May be written on a version. */
  readonly versionWritable: boolean;
}

export interface DocumentType {
  readonly name: string;
  readonly supertype: string | null;
  /** All schemas, inherited ones and those of its facets included. */
  readonly schemas: readonly string[];
  /** All facets, inherited ones included. */
  readonly facets: readonly string[];
  readonly allowedSubtypes: readonly string[];
  readonly lifecycle: string | null;
  /** Left behind when a folder that holds it is copied. */
  readonly excludedFromCopy?: boolean;
}

export interface Facet {
  readonly name: string;
  readonly schemas: readonly string[];
}

export interface AceTemplate {
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
}

/** A document the server creates by itself: at first start, or below a new document of a type. */
export interface ContentTemplate {
  readonly name: string;
  readonly type: string;
  readonly title: string | null;
  readonly acl: readonly AceTemplate[];
  readonly children: readonly ContentTemplate[];
}

/** What happens when a document of `type` is created. */
export interface CreationTemplate {
  readonly type: string;
  readonly acl: readonly AceTemplate[];
  readonly children: readonly ContentTemplate[];
}

interface ContentModelDefinition {
  readonly schemas: readonly Schema[];
  readonly facets: readonly Facet[];
  readonly types: readonly DocumentType[];
  readonly lifecycles: readonly Lifecycle[];
  /** Permission name → the permissions it directly includes. */
  readonly permissions: ReadonlyMap<string, readonly string[]>;
  readonly rootAcl: readonly AceTemplate[];
  readonly initialContent: readonly ContentTemplate[];
  readonly creationTemplates: readonly CreationTemplate[];
  /** Schemas stored on the proxy itself rather than on its target. */
  readonly proxySchemas: readonly string[];
}

/** One property of a document: its field, its key on the wire and its schema. */
export interface PropertyDefinition {
  /** `prefix:name`, the key in `properties`. */
  readonly key: string;
  readonly schema: Schema;
  readonly field: Field;
}

/** What a document of one type with given instance facets consists of; computed once, shared. */
export interface DocumentShape {
  readonly type: DocumentType;
  /** Type facets and instance facets, sorted. */
  readonly facets: readonly string[];
  readonly schemas: readonly Schema[];
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
}

/** The compiled content model: immutable after start, every lookup a map access. */
export class ContentModel {
  readonly definition: ContentModelDefinition;
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #types: ReadonlyMap<string, DocumentType>;
  readonly #facets: ReadonlyMap<string, Facet>;
  readonly #lifecycles: ReadonlyMap<string, Lifecycle>;
  readonly #impliedBy: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #creationTemplates: ReadonlyMap<string, CreationTemplate>;
  readonly #propertyKeys: ReadonlySet<string>;
  readonly #shapes = new Map<string, DocumentShape>();

  constructor(definition: ContentModelDefinition) {
    this.definition = definition;
    this.#schemas = indexByName(definition.schemas);
    this.#types = indexByName(definition.types);
    this.#facets = indexByName(definition.facets);
    this.#lifecycles = indexByName(definition.lifecycles);
    this.#impliedBy = closePermissions(definition.permissions);
    this.#propertyKeys = new Set(
      definition.schemas.flatMap(({ prefix, fields }) =>
        fields.map(({ name }) => `${prefix}:${name}`),
      ),
    );
    this.#creationTemplates = new Map(definition.creationTemplates.map((t) => [t.type, t]));
  }

  findType(name: string): DocumentType | undefined {
    return this.#types.get(name);
  }

  /** @throws AppError document.type-unknown */
  getType(name: string): DocumentType {
    const type = this.#types.get(name);
    if (!type) throw new AppError('document.type-unknown', `Type: ${name} does not exist`);
    return type;
  }

  findSchema(name: string): Schema | undefined {
    return this.#schemas.get(name);
  }

  findFacet(name: string): Facet | undefined {
    return this.#facets.get(name);
  }

  lifecycleOf(type: DocumentType): Lifecycle | undefined {
    return type.lifecycle === null ? undefined : this.#lifecycles.get(type.lifecycle);
  }

  creationTemplateOf(typeName: string): CreationTemplate | undefined {
    return this.#creationTemplates.get(typeName);
  }

  /** Whether any schema has the property `prefix:name`. */
  hasProperty(key: string): boolean {
    return this.#propertyKeys.has(key);
  }

  /** Names of the types that carry the facet by declaration. */
  typesWithFacet(facet: string): readonly string[] {
    return this.definition.types.filter((t) => t.facets.includes(facet)).map((t) => t.name);
  }

  /** Whether `name` is `ancestor` or one of its subtypes. */
  isSubtype(name: string, ancestor: string): boolean {
    for (let type = this.#types.get(name); type; type = this.#types.get(type.supertype ?? '')) {
      if (type.name === ancestor) return true;
    }
    return false;
  }

  hasPermission(name: string): boolean {
    return this.#impliedBy.has(name);
  }

  permissionNames(): readonly string[] {
    return [...this.#impliedBy.keys()];
  }

  /** Every permission whose grant includes `permission`: itself, its compounds and Everything. */
  permissionsIncluding(permission: string): ReadonlySet<string> {
    return this.#impliedBy.get(permission) ?? everythingOnly;
  }

  shapeOf(typeName: string, instanceFacets: readonly string[] = []): DocumentShape {
    const key = instanceFacets.length === 0 ? typeName : `${typeName} ${instanceFacets.join(' ')}`;
    const known = this.#shapes.get(key);
    if (known) return known;
    const shape = this.#buildShape(this.getType(typeName), instanceFacets);
    this.#shapes.set(key, shape);
    return shape;
  }

  #buildShape(type: DocumentType, instanceFacets: readonly string[]): DocumentShape {
    const facets = [...new Set([...type.facets, ...instanceFacets])].sort();
    const facetSchemas = instanceFacets.flatMap((name) => this.#facets.get(name)?.schemas ?? []);
    const schemas = [...new Set([...type.schemas, ...facetSchemas])]
      .sort()
      .flatMap((name) => this.#schemas.get(name) ?? []);
    const properties = new Map<string, PropertyDefinition>();
    for (const schema of schemas) {
      for (const field of schema.fields) {
        const key = `${schema.prefix}:${field.name}`;
        properties.set(key, { key, schema, field });
      }
    }
    return { type, facets, schemas, properties };
  }
}

const everythingOnly: ReadonlySet<string> = new Set(['Everything']);

function indexByName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Inverts 'includes' and closes it transitively: permission → all permissions that grant it. */
function closePermissions(
  includes: ReadonlyMap<string, readonly string[]>,
): Map<string, ReadonlySet<string>> {
  const grantedBy = new Map<string, Set<string>>();
  for (const name of includes.keys()) grantedBy.set(name, new Set([name, 'Everything']));
  const visit = (granting: string, name: string): void => {
    for (const included of includes.get(name) ?? []) {
      const set = grantedBy.get(included);
      if (!set || set.has(granting)) continue;
      set.add(granting);
      visit(granting, included);
    }
  };
  for (const name of includes.keys()) visit(name, name);
  return grantedBy;
}
