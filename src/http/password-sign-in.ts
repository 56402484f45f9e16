import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { RequestContext } from './route.ts';

const passwordField = 'user_password';

/** A code of the second factor is needed, or what was sent is wrong. */
export type SignInProblem = 'code' | 'wrong';

type SignInResult =
  | { /** A Set-Cookie value with the session. */ readonly setCookie: string }
  | { readonly problem: SignInProblem };

/**
 * Opens a session for the user name, the password and the code of a form.
 *
 * @throws AppError request.invalid; authentication.slowed
 */
export async function openSessionOf(
  context: RequestContext,
  form: URLSearchParams,
): Promise<SignInResult> {
  if (context.query.has(passwordField)) {
    // Addresses are kept in histories and in the logs of proxies.
    throw new AppError(
      'request.invalid',
      `${passwordField}: send it in the body, not in the address`,
    );
  }
  const { services, publicAddress } = context;
  try {
    const setCookie = await services.authenticator.signIn({
      username: form.get('user_name') ?? '',
      password: form.get(passwordField) ?? '',
      code: form.get('user_code') ?? '',
      remoteAddress: context.clientAddress,
      cookieScope: publicAddress,
    });
    return { setCookie };
  } catch (error) {
    if (!isAppError(error) || error.status !== 401) throw error;
    return { problem: isAppError(error, 'authentication.code-needed') ? 'code' : 'wrong' };
  }
}
