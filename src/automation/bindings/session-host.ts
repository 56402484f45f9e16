import { isUuid } from '../../base/ids.ts';
import { type ExpressionValue, HostObject, type MaybePromise } from '../../expressions/value.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import type { StepContext } from '../step-context.ts';
import { PrincipalHost } from './principal-host.ts';

/**
 * `Session`: the caller's view of the repository. Chains pass it to functions such as
 * `Fn.documentExists(Session, "/path")`; it only has reading methods.
 */
export class SessionHost extends HostObject {
  readonly #context: StepContext;

  constructor(context: StepContext) {
    super();
    this.#context = context;
  }

  override get(name: string): ExpressionValue | undefined {
    switch (name) {
      case 'repositoryName':
        return this.#context.repository.repositoryName;
      case 'principal':
        return new PrincipalHost(this.#context, this.#context.principal.username);
      default:
        return undefined;
    }
  }

  override call(
    name: string,
    args: readonly ExpressionValue[],
  ): MaybePromise<ExpressionValue | undefined> {
    if (name === 'exists' && args.length === 1) return documentExists(this.#context, args[0]);
    if (args.length > 0) return undefined;
    if (name === 'getRepositoryName') return this.get('repositoryName');
    return name === 'getPrincipal' ? this.get('principal') : undefined;
  }

  override equals(other: ExpressionValue): boolean {
    return other instanceof SessionHost;
  }

  override text(): string {
    return 'Session';
  }
}

/** Whether there is a document of that id or path that the caller may read. */
export async function documentExists(
  context: StepContext,
  value: ExpressionValue | undefined,
): Promise<boolean> {
  if (typeof value !== 'string' || value.trim() === '') return false;
  const reference = await context.referenceTo(value);
  if ('id' in reference && !isUuid(reference.id)) return false;
  return context.read(async (unit) => {
    const document = await findDocument(unit, reference);
    if (!document) return false;
    return hasPermission(unit, { document, permission: 'Read' });
  });
}
