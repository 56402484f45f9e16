import { objectOf, text } from './json-schema.ts';

export const driveConfigurationSchema = objectOf({ ui: text });
