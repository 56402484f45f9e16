import { type ExpressionValue, HostObject } from '../../expressions/value.ts';
import { userFields } from '../../model/user.ts';
import { findUser } from '../../repository/principals/users.ts';
import type { StepContext } from '../step-context.ts';

/** A user in an expression. The account is read when a member of it is used. */
export class PrincipalHost extends HostObject {
  readonly username: string;
  readonly #context: StepContext;

  constructor(context: StepContext, username: string) {
    super();
    this.#context = context;
    this.username = username;
  }

  override async get(name: string): Promise<ExpressionValue | undefined> {
    switch (name) {
      case 'name':
      case 'username':
      case 'actingUser':
      case 'originatingUser':
        return this.username;
      case 'principal':
        return this;
      case 'groups':
      case 'allGroups':
        return this.#groups(name);
      default:
        return this.#field(name);
    }
  }

  override index(key: ExpressionValue): Promise<ExpressionValue | undefined> {
    return this.get(typeof key === 'string' ? key.replace(/^user:/, '') : '');
  }

  override call(
    name: string,
    args: readonly ExpressionValue[],
  ): Promise<ExpressionValue | undefined> | undefined {
    const match = /^get([A-Z])(\w*)$/.exec(name);
    if (!match || args.length > 0) return undefined;
    return this.get(`${match[1]?.toLowerCase()}${match[2]}`);
  }

  override equals(other: ExpressionValue): boolean {
    return other instanceof PrincipalHost && other.username === this.username;
  }

  override text(): string {
    return this.username;
  }

  async #groups(name: 'groups' | 'allGroups'): Promise<ExpressionValue> {
    const user = await this.#user();
    if (!user) return this.#isCaller() ? this.#context.principal.groups : [];
    return name === 'groups' ? user.directGroups : user.allGroups.map((group) => group.name);
  }

  async #field(name: string): Promise<ExpressionValue | undefined> {
    const field = userFields.find((known) => known === name);
    return field && ((await this.#user())?.profile[field] ?? null);
  }

  #isCaller(): boolean {
    return this.#context.principal.username === this.username;
  }

  #user() {
    return this.#context.read((unit) => findUser(unit.handle, this.username));
  }
}
