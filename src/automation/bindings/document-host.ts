import { type ExpressionValue, HostObject, type MaybePromise } from '../../expressions/value.ts';
import type { Field } from '../../model/content-model.ts';
import { type Document, hasFacet, isFolderish, isProxy } from '../../model/document.ts';
import { getAtXpath } from '../../model/property-access.ts';
import { isRowProperty } from '../../model/row-keys.ts';
import type { PropertyValue } from '../../model/value.ts';
import { versionLabel } from '../../model/version-numbers.ts';
import { findXpath } from '../../model/xpath.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { withRowPropertiesAt } from '../../repository/documents/row-properties.ts';
import { resolvePath } from '../reference-text.ts';
import type { StepContext } from '../step-context.ts';
import type { WorkingDocument } from '../values.ts';
import { SessionHost } from './session-host.ts';

type PropertyConverter = (
  value: PropertyValue | undefined,
  field: Omit<Field, 'name'>,
) => ExpressionValue;

type Member = (host: DocumentHost) => MaybePromise<ExpressionValue>;

const members: ReadonlyMap<string, Member> = new Map<string, Member>([
  ['doc', (host) => host],
  ['session', (host) => host.session()],
  ['id', ({ document }) => document.id],
  ['ref', ({ document }) => document.id],
  ['name', ({ document }) => document.name],
  ['path', ({ document }) => document.path],
  ['pathAsString', ({ document }) => document.path],
  ['type', ({ document }) => document.type],
  ['documentType', ({ document }) => document.type],
  ['lifeCycle', ({ document }) => document.state],
  ['currentLifeCycleState', ({ document }) => document.state],
  ['title', (host) => host.property('dc:title')],
  ['description', (host) => host.property('dc:description')],
  ['versionLabel', ({ document }) => versionLabel(document)],
  ['facets', ({ document }) => document.shape.facets],
  ['schemas', ({ document }) => document.shape.schemas.map(({ name }) => name)],
  ['parent', (host) => host.ancestor(() => true)],
  ['workspace', (host) => host.ancestor(({ type }) => type === 'Workspace')],
  ['domain', (host) => host.ancestor(({ type }) => type === 'Domain')],
]);

const questions: ReadonlyMap<string, (document: WorkingDocument) => boolean> = new Map([
  ['isLocked', ({ lock }) => lock !== null],
  ['isFolder', isFolderish],
  ['isImmutable', (document) => document.isVersion || document.proxyTarget?.isVersion === true],
  ['isProxy', isProxy],
  ['isVersion', ({ isVersion }) => isVersion],
  ['isDownloadable', (document) => hasFacet(document, 'Downloadable')],
  ['isVersionable', (document) => hasFacet(document, 'Versionable')],
  ['isTrashed', ({ isTrashed }) => isTrashed],
  ['isCheckedOut', ({ isCheckedOut }) => isCheckedOut],
]);

/** Members and tests of documents, without those with an argument. */
export const documentMembers: readonly string[] = [...members.keys(), ...questions.keys()];

/** A document in an expression: read with the caller's rights, and not changed through it. */
export class DocumentHost extends HostObject {
  readonly document: WorkingDocument;
  readonly #context: StepContext;
  readonly #convert: PropertyConverter;

  constructor(context: StepContext, document: WorkingDocument, convert: PropertyConverter) {
    super();
    this.#context = context;
    this.document = document;
    this.#convert = convert;
  }

  override get(name: string): MaybePromise<ExpressionValue | undefined> {
    return members.get(name)?.(this);
  }

  override index(key: ExpressionValue): MaybePromise<ExpressionValue> {
    return typeof key === 'string' ? this.property(key) : null;
  }

  override call(
    name: string,
    args: readonly ExpressionValue[],
  ): MaybePromise<ExpressionValue | undefined> {
    const [argument = null] = args;
    const question = questions.get(name);
    if (question && args.length === 0) return question(this.document);
    if (args.length > 0) {
      return typeof argument === 'string' ? this.#callWith(name, argument) : undefined;
    }
    const getter = /^get([A-Z])(\w*)$/.exec(name);
    return getter ? this.get(`${getter[1]?.toLowerCase()}${getter[2]}`) : undefined;
  }

  #callWith(name: string, argument: string): MaybePromise<ExpressionValue | undefined> {
    const { shape, path } = this.document;
    switch (name) {
      case 'getProperty':
      case 'getPropertyValue':
        return this.property(argument);
      case 'containsKey':
        return findXpath(shape, argument) !== undefined;
      case 'hasFacet':
        return shape.facets.includes(argument);
      case 'hasSchema':
        return shape.schemas.some((schema) => schema.name === argument);
      case 'getParent':
        return this.ancestor(({ type }) => type === argument);
      case 'resolvePath':
      case 'resolvePathAsRef':
        return resolvePath(argument, path);
      default:
        return undefined;
    }
  }

  session(): SessionHost {
    return new SessionHost(this.#context);
  }

  /** Null when it is not set, or the document has no such property. */
  property(text: string): MaybePromise<ExpressionValue> {
    if (!isRowProperty(text)) return this.#valueIn(this.document, text);
    return this.#context
      .read((unit) => withRowPropertiesAt(unit, [this.document], [text]))
      .then(([shown = this.document]) => this.#valueIn(shown, text));
  }

  #valueIn({ shape, properties }: Document, text: string): ExpressionValue {
    const xpath = findXpath(shape, text);
    return xpath ? this.#convert(getAtXpath(properties, xpath), xpath.field) : null;
  }

  /** The closest matching ancestor, if the caller may read it. */
  async ancestor(isWanted: (document: WorkingDocument) => boolean): Promise<ExpressionValue> {
    let id = this.document.parentId;
    while (id !== null) {
      const reference = { id };
      const found = await this.#context.read((unit) => findDocument(unit, reference));
      if (!found) return null;
      if (isWanted(found)) return this.#readable(found);
      id = found.parentId;
    }
    return null;
  }

  async #readable(document: WorkingDocument): Promise<ExpressionValue> {
    const isReadable = await this.#context.read((unit) =>
      hasPermission(unit, { document, permission: 'Read' }),
    );
    return isReadable ? new DocumentHost(this.#context, document, this.#convert) : null;
  }

  override equals(other: ExpressionValue): boolean {
    return other instanceof DocumentHost && other.document.id === this.document.id;
  }

  override text(): string {
    return this.document.id;
  }
}
