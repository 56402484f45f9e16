/**
 * Whether errors show their stack traces ("extended mode"). One value for each process: the setting
 * `extendedErrors` at the start, then what administrators switch it to. A restart brings the setting back.
 */
export interface ErrorDisplay {
  isExtended: boolean;
}
