/**
 * Whether errors show their stack traces ("extended mode"). One value for each process: the setting
 * `extendedErrors` at the start, then what administrators switch it to, until the next restart.
 */
export interface ErrorDisplay {
  isExtended: boolean;
}
