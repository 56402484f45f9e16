import { defineOperation, required } from '../../automation/define.ts';
import { followLifecycleTransition } from '../../repository/editing/transitions.ts';
import { trashDocument } from '../../repository/editing/trash.ts';

export const followLifecycleTransitionOperation = defineOperation({
  id: 'Document.FollowLifecycleTransition',
  aliases: ['Document.SetLifeCycle'],
  label: 'Follow Life Cycle Transition',
  category: 'Document',
  description:
    'Follows a transition of the life cycle of the input document; what is below a folder follows it where it can.',
  params: { value: required('string', 'The name of the transition.') },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run(context, { id }, { value }) {
        const transition = value.trim();
        return context.write((unit) =>
          // Old clients trash documents this way; a proxy is removed, so there is no result.
          transition === 'delete'
            ? trashDocument(unit, id)
            : followLifecycleTransition(unit, { id, transition }),
        );
      },
    },
  ],
});
