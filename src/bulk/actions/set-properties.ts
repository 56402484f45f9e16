import { readPropertyValues } from '../../automation/property-values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { BulkItemError } from '../../model/bulk-command.ts';
import type { ContentModel, DocumentShape } from '../../model/content-model.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { findXpath } from '../../model/xpath.ts';
import { findEntryPaths } from '../../repository/directories/entry-paths.ts';
import { lockDocuments } from '../../repository/documents/find-many.ts';
import {
  acceptUpdate,
  requireRoomFor,
  saveUpdate,
} from '../../repository/editing/update-document.ts';
import { saveAndCheckIn } from '../../repository/editing/versioned-save.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { knowLatestVersions } from '../../repository/versions/versions.ts';
import { type Batch, type BulkParams, defineBulkAction, type ParseContext } from '../action.ts';
import { anyShape } from '../any-shape.ts';
import { invalidParameter, readFlag, unknownParameter } from '../invalid-parameter.ts';

const name = 'setProperties';
const versioningOptions = ['NONE', 'MINOR', 'MAJOR'] as const;
type VersioningOption = (typeof versioningOptions)[number];

interface SetProperties {
  /** Xpath → value as JSON. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly versioning: VersioningOption | null;
  readonly isAudited: boolean;
}

export const setPropertiesAction = defineBulkAction<SetProperties>({
  name,
  description: 'Sets properties of documents, one parameter for each.',
  bucketSize: 100,
  batchSize: 100,
  isHttpEnabled: true,
  parse: readParameters,
  run: setAll,
  describeFailure: (id, reason) =>
    /^Cannot (?:set property|save document): /.test(reason)
      ? reason
      : `Cannot save document: ${id}, ${reason}`,
});

function readParameters(params: BulkParams, { unit }: ParseContext): SetProperties {
  const { disableAuditLogger, VersioningOption: versioning = null, ...values } = params;
  const isSilent = readFlag({ disableAuditLogger }, 'disableAuditLogger', {
    action: name,
    otherwise: false,
  });
  if (isSilent && !unit.principal.isAdministrator) {
    const text = 'disableAuditLogger: only administrators may change documents without the audit';
    throw new AppError('permission.denied', text);
  }
  refuseUnknownXpaths(unit.model, values);
  return {
    values: new Map(Object.entries(values)),
    versioning: readVersioning(versioning),
    isAudited: !isSilent,
  };
}

function readVersioning(value: unknown): VersioningOption | null {
  if (value === null) return null;
  const option = versioningOptions.find((known) => known === value);
  if (option) return option;
  throw invalidParameter('VersioningOption', name, `send one of ${versioningOptions.join(', ')}`);
}

function refuseUnknownXpaths(model: ContentModel, values: BulkParams): void {
  const shape = anyShape(model);
  for (const [xpath, value] of Object.entries(values)) {
    const found = findXpath(shape, xpath);
    if (!found) throw unknownParameter('xpath', xpath, name);
    if (found.field.type === 'blob' && value !== null) {
      throw invalidParameter(xpath, name, 'files cannot be set, only removed with null');
    }
  }
}

async function setAll(unit: WriteUnit, { items, params }: Batch<SetProperties>) {
  const own = params.isAudited ? unit : { ...unit, isAudited: false };
  const documents = await lockDocuments(own, items);
  await knowLatestVersions(own, documents.values());
  const reader = new ValueReader(own, params);
  const errors: BulkItemError[] = [];
  for (const itemId of items) {
    const document = documents.get(itemId);
    const accepted = document
      ? await accept(own, document, { reader, params })
      : `Cannot save document: ${itemId}, it does not exist any more`;
    if (typeof accepted === 'string') errors.push({ itemId, message: accepted });
    else await accepted();
    if (isTurnOver()) await giveTurn();
  }
  return { errors };
}

type Save = () => Promise<unknown>;

/** Saves the document, or why it cannot be changed. Leaves nothing in the unit before. */
async function accept(
  unit: WriteUnit,
  document: Document,
  { reader, params }: { readonly reader: ValueReader; readonly params: SetProperties },
): Promise<Save | string> {
  const { id } = document;
  try {
    const properties = await reader.valuesFor(document);
    const versioning = versioningFor(document, params);
    const isUnversioned = versioning === 'NONE';
    const update = { id, properties, changeToken: null, isUnversioned };
    const accepted = await acceptUpdate(unit, update);
    requireRoomFor(unit, accepted);
    if (versioning === null || isUnversioned) return () => saveUpdate(unit, accepted);
    return () => saveAndCheckIn(unit, { update: accepted, by: versioning });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return error instanceof UnknownProperty
      ? error.message
      : `Cannot save document: ${id}, ${error.message}`;
  }
}

/** Documents that have no versions are saved without one. */
function versioningFor(
  document: Document,
  { versioning }: SetProperties,
): SetProperties['versioning'] {
  if (versioning === null || versioning === 'NONE') return versioning;
  return hasFacet(document, 'Versionable') && !document.isVersion ? versioning : null;
}

/** A property that the type of a document does not have. */
class UnknownProperty extends AppError {
  constructor(xpath: string, id: string) {
    const text = `Cannot set property: ${xpath} of document: ${id}, its type has no such property`;
    super('property.invalid', text);
  }
}

/** Decodes the values once for all documents of a shape, unless they are parts of present ones. */
class ValueReader {
  readonly #unit: WriteUnit;
  readonly #values: SetProperties['values'];
  readonly #hasParts: boolean;
  readonly #known = new Map<DocumentShape, Properties>();

  constructor(unit: WriteUnit, { values }: SetProperties) {
    this.#unit = unit;
    this.#values = values;
    this.#hasParts = [...values.keys()].some((xpath) => xpath.includes('/'));
  }

  /** @throws AppError property.invalid */
  async valuesFor({ id, shape, properties: current }: Document): Promise<Properties> {
    const known = this.#known.get(shape);
    if (known) return known;
    for (const xpath of this.#values.keys()) {
      if (!findXpath(shape, xpath)) throw new UnknownProperty(xpath, id);
    }
    const values = await readPropertyValues(this.#values, {
      model: this.#unit.model,
      shape,
      current,
      baseUrl: '',
      resolveBlob: refuseFile,
      findStoredValues: (ids) => findEntryPaths(this.#unit, ids),
    });
    if (!this.#hasParts) this.#known.set(shape, values);
    return values;
  }
}

/** The command outlives uploads, and many documents would share what one of them may lose. */
async function refuseFile(): Promise<never> {
  throw new AppError('property.invalid', 'files cannot be set by a bulk command');
}
