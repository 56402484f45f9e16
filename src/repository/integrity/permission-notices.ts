import { parseJson } from '../../base/json.ts';
import type { Acl } from '../../model/acl.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { PermissionNoticeTable } from '../../storage/mail-tables.ts';
import { noticedAces } from '../access/ace-keys.ts';
import { defineCheck } from './check.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

const pageSize = 200;

interface NoticeRow extends Pick<PermissionNoticeTable, 'document_id' | 'ace_key'> {
  readonly own_acl: string | null;
}

/** Mails about permissions belong to entries of their documents. That these exist is a rule of the database. */
export const permissionNotices = defineCheck({
  name: 'permission-notices',
  async *run({ database }) {
    for await (const page of pagesOf<NoticeRow>(database, pageSize, readPage)) {
      for (const { document_id, ace_key, own_acl } of page) {
        const text = own_acl ?? '[]';
        if (!isJson(text) || noticedAces(parseJson(text) as Acl[]).has(ace_key)) continue;
        yield {
          table: 'permission_notice',
          id: `${document_id}/${ace_key}`,
          severity: 'warning',
          text: 'belongs to no entry of the permissions of its document',
        };
      }
    }
  },
});

function readPage(handle: ReadHandle, after: NoticeRow | undefined): Promise<NoticeRow[]> {
  return handle.all(
    handle.builder
      .selectFrom('permission_notice')
      .innerJoin('document', 'document.id', 'permission_notice.document_id')
      .select(['permission_notice.document_id', 'permission_notice.ace_key', 'document.own_acl'])
      .$if(after !== undefined, (q) =>
        q.where((e) => {
          const { document_id = '', ace_key = '' } = after ?? {};
          return e.or([
            e('permission_notice.document_id', '>', document_id),
            e.and([
              e('permission_notice.document_id', '=', document_id),
              e('permission_notice.ace_key', '>', ace_key),
            ]),
          ]);
        }),
      )
      .orderBy('permission_notice.document_id')
      .orderBy('permission_notice.ace_key')
      .limit(pageSize),
  );
}
