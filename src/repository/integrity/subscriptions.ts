import type { ReadHandle } from '../../storage/database.ts';
import type { SubscriptionTable } from '../../storage/mail-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;
const subscriberPattern = /^(?:user|group):./s;

/** Subscribers are users or groups. That their documents exist is a rule of the database. */
export const subscriptions = defineCheck({
  name: 'subscriptions',
  async *run({ database }) {
    const pages = pagesOf<SubscriptionTable>(database, pageSize, readPage);
    for await (const page of pages) for (const row of page) yield* inspect(row);
  },
});

function readPage(
  handle: ReadHandle,
  after: SubscriptionTable | undefined,
): Promise<SubscriptionTable[]> {
  const { builder } = handle;
  return handle.all(
    builder
      .selectFrom('subscription')
      .selectAll()
      .$if(after !== undefined, (q) =>
        q.where((e) => {
          const { document_id = '', subscriber = '', name = '' } = after ?? {};
          const here = e('document_id', '=', document_id);
          return e.or([
            e('document_id', '>', document_id),
            e.and([here, e('subscriber', '>', subscriber)]),
            e.and([here, e('subscriber', '=', subscriber), e('name', '>', name)]),
          ]);
        }),
      )
      .orderBy('document_id')
      .orderBy('subscriber')
      .orderBy('name')
      .limit(pageSize),
  );
}

function* inspect({ document_id, subscriber, name }: SubscriptionTable): Generator<Finding> {
  const place = {
    table: 'subscription',
    id: `${document_id}/${subscriber}/${name}`,
    severity: 'error',
  } as const;
  if (!subscriberPattern.test(subscriber)) {
    yield { ...place, text: 'has a subscriber who is neither user:name nor group:name' };
  }
  if (name === '') yield { ...place, text: 'has no name of a notification' };
}
