import { describe, expect, test } from 'vitest';
import { refuseForeignOrigin } from './origin-check.ts';

const own = () => 'http://localhost:8080/nuxeo/';
const check = (method: string, headers: Record<string, string>) => () =>
  refuseForeignOrigin(method, headers, own);

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
