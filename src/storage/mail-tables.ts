/** Who is notified of events of a document and of what is below it. */
export interface SubscriptionTable {
  document_id: string;
  /** `user:<name>` or `group:<name>`. */
  subscriber: string;
  /** The name of the notification. */
  name: string;
}

/** A user who gets no mail although a group is subscribed to the notification on the document. */
interface SubscriptionRefusalTable {
  document_id: string;
  username: string;
  name: string;
}

/** What mail is to be made of: an event of a document, or a mail to several recipients. */
export interface MailRequestTable {
  id: string;
  /** 'mail', 'written' or 'event'. */
  kind: string;
  /** JSON, as plain text on both engines. */
  details: string;
  created_at: number;
  /** 1 when all mails are made, and the rows of its recipients are being removed. */
  is_done: number;
}

/** Those who have had their mail of a request, so that it is made once. */
interface MailRecipientTable {
  request_id: string;
  recipient: string;
}

/** An entry of the next collected mail to a user. */
export interface MailDigestItemTable {
  id: string;
  username: string;
  due_at: number;
  /** JSON, as plain text on both engines. */
  details: string;
  created_at: number;
}

/** A user who is invited, and exists once it has chosen a password. */
export interface UserInvitationTable {
  /** The SHA-256 of the secret in the link, hex. */
  id: string;
  username: string;
  email: string;
  /** JSON, as plain text on both engines. */
  details: string;
  invited_by: string;
  /** 'submitted', 'accepted' or 'validated'. */
  state: string;
  created_at: number;
  expires_at: number;
}

/** An entry of a permission whose users are told of it. */
export interface PermissionNoticeTable {
  document_id: string;
  /** Of the list and the entry. */
  ace_key: string;
  /** When the entry begins. */
  due_at: number;
  /** 1 when the mail is left to be sent, or is not wanted any more. */
  is_done: number;
}

export interface MailTables {
  subscription: SubscriptionTable;
  subscription_refusal: SubscriptionRefusalTable;
  mail_request: MailRequestTable;
  mail_recipient: MailRecipientTable;
  mail_digest_item: MailDigestItemTable;
  user_invitation: UserInvitationTable;
  permission_notice: PermissionNoticeTable;
}
