import packageJson from '../../package.json' with { type: 'json' };

/** Of the program, not of the API it speaks. */
export const programVersion: string = packageJson.version;
