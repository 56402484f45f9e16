import { defineOperation, required } from '../../automation/define.ts';
import { followLifecycleTransition } from '../../repository/transitions.ts';

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
      run: (context, { id }, { value }) =>
        context.write((handle) =>
          followLifecycleTransition(handle, context.session, { id, transition: value.trim() }),
        ),
    },
  ],
});
