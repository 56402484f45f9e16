import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type Principal, systemPrincipal } from '../../model/principal.ts';
import { loadPrincipal } from '../../repository/principals/principals.ts';

export const loginAsOperation = defineOperation({
  id: 'Auth.LoginAs',
  label: 'Login As',
  category: 'Users & Groups',
  description:
    'The following operations of the chain act as another user, or as the server itself, until the chain ends or Auth.Logout. For chains of the configuration and administrators.',
  params: { name: optional('string', 'The user; the server itself when there is none.') },
  methods: [
    { input: 'void', output: 'void', run: (context, _input, { name }) => login(context, name) },
    {
      input: 'document',
      output: 'document',
      async run(context, { id }, { name }) {
        await login(context, name);
        return context.load({ id });
      },
    },
  ],
});

export const logoutOperation = defineOperation({
  id: 'Auth.Logout',
  label: 'Logout',
  category: 'Users & Groups',
  description: 'Ends what Auth.LoginAs began last: operations act as the user before it.',
  params: {},
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context) {
        context.logout();
        return undefined;
      },
    },
    {
      input: 'document',
      output: 'document',
      async run(context, { id }) {
        context.logout();
        return context.load({ id });
      },
    },
  ],
});

/** @throws AppError permission.denied, user.not-found */
async function login(context: OperationContext, name: string | null): Promise<undefined> {
  if (!context.isStepOfChain && !context.principal.isAdministrator) {
    throw new AppError(
      'permission.denied',
      'Only administrators act as another user outside of the chains of the configuration',
    );
  }
  context.login(await principalOf(context, name?.trim() ?? ''));
}

async function principalOf(context: OperationContext, name: string): Promise<Principal> {
  if (name === '') return systemPrincipal;
  const principal = await context.read(({ handle }) => loadPrincipal(handle, name));
  if (principal) return principal;
  throw new AppError('user.not-found', `There is no user ${name.slice(0, 200)} to act as`);
}
