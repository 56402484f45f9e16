import { setting } from './setting-definition.ts';
import { integer } from './setting-values.ts';

/** Settings for what is made of files. */
export const conversionSettings = {
  conversionProcesses: setting({
    env: 'CARTULARY_CONVERSION_PROCESSES',
    description:
      'processes that make pictures of files at the same time, started when there are files; 0: none is made',
    default: 1,
    parse: integer(0, 16, 'processes'),
  }),
} as const;
