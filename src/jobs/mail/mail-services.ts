import type { NamedAddress } from '../../base/mail-address.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { MailServerOptions } from '../../mail/mail-options.ts';
import type { MailTexts } from '../../mail/mail-texts.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';

/** Mail as it is configured. */
export interface MailSettings {
  /** Null without a mail server. */
  readonly server: MailServerOptions | null;
  readonly from: NamedAddress;
  readonly subjectPrefix: string;
  /** Of the server, with a slash at the end. */
  readonly baseUrl: string;
  /** The address of a document below the base URL, with `{id}` in the place of its id. */
  readonly documentPath: string;
  readonly texts: MailTexts;
  readonly digest: 'off' | 'hourly' | 'daily';
  readonly retryAfterMs: number;
}

export interface MailServices {
  readonly repository: RepositoryContext;
  readonly blobs: BlobStore;
  readonly mail: MailSettings;
}
