import packageJson from '../../package.json' with { type: 'json' };

/** The version of the program, not of its API. */
export const programVersion: string = packageJson.version;
