import { mailProblems } from './mail-settings.ts';
import { s3Problems } from './s3-settings.ts';
import type { Config } from './settings.ts';

/** Problems of combinations of values that are valid one by one. */
export function problemsTogether(config: Config): readonly string[] {
  const problems: string[] = [...mailProblems(config), ...s3Problems(config)];
  if (config.corsCredentials && config.corsOrigins.includes('*')) {
    problems.push(
      'corsCredentials: not with corsOrigins *, or every page could act for its visitors',
    );
  }
  if (config.registrationToken !== null && config.registrationUrl === null) {
    problems.push('registrationToken: is sent nowhere without registrationUrl; set both or none');
  }
  return problems;
}
