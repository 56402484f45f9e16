import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** Changes the claims of the next ID token, and how it is signed. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'provider' | 'stranger' | 'none';
}

export interface TestProvider {
  readonly issuer: string;
  forge(forgery: Forgery | null): void;
  /** Stops taking connections. */
  close(): Promise<void>;
}

export const clientId = 'cartulary';
export const clientSecret = 'secret of the client at the provider';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A real OpenID provider on a port of the loopback interface; users sign in with any password. */
export async function startTestProvider(
  redirectUris: readonly string[],
  { port = 0 } = {},
): Promise<TestProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  let forgery: Forgery | null = null;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: ['key of the cookies of the provider'] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      profile: ['preferred_username', 'given_name', 'family_name', 'teams'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: `subject of ${id}`,
        preferred_username: id,
        given_name: `Given of ${id}`,
        email: `${id}@example.org`,
        email_verified: id !== 'unverified',
        teams: [`team of ${id}`],
      }),
    }),
  });
  const sign = (
    claims: JWTPayload,
    { signedBy = 'provider' }: Forgery,
  ): Promise<string> | string => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    if (signedBy === 'none') return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    const key = signedBy === 'provider' ? keys.privateKey : stranger.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key);
  };
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (!forgery || context.path !== '/token' || !body?.id_token) return;
    const payload = body.id_token.split('.')[1] ?? '';
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    body.id_token = await sign({ ...claims, ...forgery.claims }, forgery);
  });
  server.on('request', provider.callback());
  return {
    issuer,
    forge: (next) => {
      forgery = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Cookies of one browser, by host. */
class Jar {
  readonly #cookies = new Map<string, Map<string, string>>();

  header(url: URL): string {
    const cookies = this.#cookies.get(url.host) ?? new Map<string, string>();
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(url: URL, response: Response): void {
    const cookies = this.#cookies.get(url.host) ?? new Map<string, string>();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    this.#cookies.set(url.host, cookies);
  }
}

/** Follows redirects and fills in the forms of the provider, as a user with a browser does. */
export class TestBrowser {
  readonly jar = new Jar();

  async get(address: string, form?: URLSearchParams): Promise<{ url: URL; response: Response }> {
    const url = new URL(address);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.jar.header(url), accept: 'text/html' },
      ...(form && { method: 'POST', body: form }),
    });
    this.jar.take(url, response);
    return { url, response };
  }

  /** Until the address begins with that text: then without asking it. */
  async walk(address: string, username: string, until: string): Promise<string> {
    let { url, response } = await this.get(address);
    for (let step = 0; step < 20; step += 1) {
      const location = response.headers.get('location');
      if (location !== null) {
        const next = new URL(location, url).href;
        if (next.startsWith(until)) return next;
        ({ url, response } = await this.get(next));
        continue;
      }
      const html = await response.text();
      const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
      const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1];
      if (!action || !prompt) throw new Error(`no form at ${url}: ${html.slice(0, 300)}`);
      const form = new URLSearchParams({ prompt, login: username, password: 'any' });
      ({ url, response } = await this.get(new URL(action, url).href, form));
    }
    throw new Error('too many steps');
  }
}
