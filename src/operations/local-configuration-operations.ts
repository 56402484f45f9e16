import type { Operation } from '../automation/define.ts';
import {
  putConfigurationParameterOperation,
  putConfigurationParametersOperation,
  readConfigurationParameterOperation,
} from './local-configuration/simple-configuration.ts';

/** Parameters that folders have for what is in them. */
export const localConfigurationOperations: readonly Operation[] = [
  putConfigurationParameterOperation,
  putConfigurationParametersOperation,
  readConfigurationParameterOperation,
];
