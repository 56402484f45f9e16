import { describe, expect, test } from 'vitest';
import { parsePostgresAddress } from './postgres-address.ts';
import { Problem } from './setting-values.ts';

function parsed(text: string) {
  const address = parsePostgresAddress(text);
  if (address instanceof Problem) throw new Error(address.text);
  const servers = address.servers.map(({ host, port }) => `${host}|${port ?? ''}`);
  return { ...address, servers };
}

describe('the address of a database', () => {
  test.each([
    ['postgres://localhost/db', ['localhost|']],
    ['postgresql://u:p@a:5432,b:5433,c/db', ['a|5432', 'b|5433', 'c|']],
    ['postgres://u@[::1]:5432,[fe80::2]/db', ['::1|5432', 'fe80::2|']],
    ['postgres://u@%2Fvar%2Frun%2Fpg:5433/db', ['/var/run/pg|5433']],
    ['postgres://u@%2Frun%2Fa,b/db', ['/run/a|', 'b|']],
    ['postgres://u@/db?host=/tmp', ['/tmp|']],
    ['postgres:///db?host=a,b&port=5432,5433', ['a|5432', 'b|5433']],
    ['postgres:///db?host=a,b&port=6432', ['a|6432', 'b|6432']],
    ['postgres://a,b/db?port=5432,5433', ['a|5432', 'b|5433']],
    ['postgres:///db', ['|']],
    ['postgres://u:p@x:1@a/db', ['a|']],
    ['postgres://a:/db', ['a|']],
  ])('%s names %j', (text, servers) => {
    expect(parsed(text).servers).toEqual(servers);
  });

  test('leaves the other parts to the driver, with one host', () => {
    const text =
      'postgres://u:p%2Cw@a:1,b:2/db?sslmode=disable&target_session_attrs=read-write&connect_timeout=4&options=-c%20jit%3Don';
    expect(parsed(text)).toEqual({
      servers: ['a|1', 'b|2'],
      role: 'read-write',
      connectTimeoutMs: 4_000,
      connectionString: 'postgres://u:p%2Cw@localhost/db?sslmode=disable&options=-c%20jit%3Don',
    });
    expect(parsed('postgres:///db').connectionString).toBe('postgres:///db');
  });

  test('wants a primary unless it says another role', () => {
    expect(parsed('postgres://a,b/db').role).toBe('primary');
    expect(parsed('postgres://a,b/db?target_session_attrs=any').role).toBe('any');
    expect(parsed('postgres://a/db?connect_timeout=0').connectTimeoutMs).toBeUndefined();
  });

  test.each([
    ['mysql://secret@a/db', /postgres:\/\//],
    ['postgres://', /postgres:\/\//],
    ['postgres://u:secret@a,,b/db', /comma too many/],
    ['postgres://u:secret@a,/db', /comma too many/],
    ['postgres://u:secret@a:99999/db', /host 1 has a port .* 1 to 65535/],
    ['postgres://u:secret@a:1,b:x/db', /host 2 has a port/],
    ['postgres://u:secret/more@a/db', /host 1 has a port/],
    ['postgres://u:secret@::1/db', /host 1 .*brackets/],
    ['postgres://u:secret@[a]/db', /host 1 has brackets/],
    ['postgres://u:secret@a%zz/db', /host 1 has a %/],
    ['postgres://u:secret@a b/db', /host 1 has a character/],
    ['postgres:///db?host=a,b&port=1,2,3', /2 hosts and 3 ports/],
    ['postgres:///db?host=a,b&port=1,x', /host 2 has a port/],
    ['postgres://a/db?host=%zz', /host has a %/],
    ['postgres://a/db?hostaddr=10.0.0.1', /hostaddr is not supported/],
    ['postgres://a,b/db?target_session_attrs=standby', /any, primary, read-write/],
    ['postgres://a,b/db?connect_timeout=soon', /connect_timeout .* 1 to 600/],
  ])('refuses %s and shows nothing of it that may be secret', (text, expected) => {
    const problem = parsePostgresAddress(text);
    expect(problem).toBeInstanceOf(Problem);
    expect((problem as Problem).text).toMatch(expected);
    expect((problem as Problem).text).not.toMatch(/secret|more/);
  });
});
