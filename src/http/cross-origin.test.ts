import { describe, expect, test } from 'vitest';
import { CrossOrigin } from './cross-origin.ts';

const own = { origin: 'http://localhost:8080' };
const off = new CrossOrigin({ corsOrigins: [], corsCredentials: false, corsHeaders: [] });
const check = (method: string, headers: Record<string, string>) => () =>
  off.refuseForeign(method, headers, own);

describe('the origin check', () => {
  test.each([
    ['GET', { origin: 'https://evil.example' }],
    ['POST', {}],
    ['POST', { origin: 'http://localhost:8080' }],
    ['PUT', { referer: 'http://localhost:8080/nuxeo/ui/' }],
    ['POST', { origin: 'chrome-extension://abc' }],
  ])('lets %s with %j pass', (method, headers) => {
    expect(check(method, headers as Record<string, string>)).not.toThrow();
  });

  test.each([
    ['POST', { origin: 'https://evil.example' }],
    ['DELETE', { origin: 'null' }],
    ['PUT', { referer: 'https://evil.example/page' }],
    ['POST', { origin: 'http://localhost:8081' }],
  ])('refuses %s with %j', (method, headers) => {
    expect(check(method, headers as Record<string, string>)).toThrow('CSRF check failure');
  });
});
