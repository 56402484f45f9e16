import { afterAll } from 'vitest';
import { stopBrowser } from './browser.ts';

afterAll(stopBrowser);
