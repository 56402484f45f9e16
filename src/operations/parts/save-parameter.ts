import { withDefault } from '../../automation/define.ts';

/** False leaves the change with the document for a later save in the same execution. */
export const saveParameter = withDefault('boolean', true, {
  description: 'Whether to store the change at once.',
  values: ['true'],
});
