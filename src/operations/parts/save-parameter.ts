import { withDefault } from '../../automation/define.ts';

/** False keeps the change unsaved for a later save in the same execution. */
export const saveParameter = withDefault('boolean', true, {
  description: 'Whether to store the change at once.',
  values: ['true'],
});
