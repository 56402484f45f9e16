import { defineOperation, optional, required } from '../../automation/define.ts';
import { moveMember } from '../../repository/collections/order-members.ts';

export const moveCollectionMemberOperation = defineOperation({
  id: 'Document.MoveCollectionMember',
  label: 'Reorder members of a collection',
  category: 'Document',
  description:
    'Moves a member of the input collection to the beginning, or with a second member the one of both that comes first right behind the other. Returns whether the order has changed. It needs the permission WriteProperties on the collection.',
  params: {
    member1: required('document', 'A member.'),
    member2: optional(
      'document',
      'Another member; without it the first one is moved to the beginning.',
    ),
  },
  methods: [
    {
      input: 'document',
      output: 'boolean',
      run: (context, { id: collectionId }, { member1, member2 }) =>
        context.write((unit) =>
          moveMember(unit, { collectionId, memberId: member1.id, otherId: member2?.id ?? null }),
        ),
    },
  ],
});
