import { writeBasicCredentials } from '../authentication/basic-credentials.ts';
import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { RequestContext } from './route.ts';

const passwordField = 'user_password';

/**
 * Opens a session for the user name and the password of a form; returns the cookie, or undefined
 * when they are wrong.
 *
 * @throws AppError request.invalid; authentication.slowed
 */
export async function openSessionOf(
  context: RequestContext,
  form: URLSearchParams,
): Promise<string | undefined> {
  if (context.query.has(passwordField)) {
    // Addresses are kept in histories and in the logs of proxies.
    throw new AppError(
      'request.invalid',
      `${passwordField}: send it in the body, not in the address`,
    );
  }
  const { services, publicAddress } = context;
  try {
    const { setCookie } = await services.authenticator.authenticate({
      authorization: writeBasicCredentials({
        username: form.get('user_name') ?? '',
        password: form.get(passwordField) ?? '',
      }),
      cookie: undefined,
      remoteAddress: context.clientAddress,
      cookieScope: publicAddress,
    });
    return setCookie;
  } catch (error) {
    if (isAppError(error) && error.status === 401) return undefined;
    throw error;
  }
}
