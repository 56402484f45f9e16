import { z } from 'zod';

const address = z.strictObject({ name: z.string(), address: z.string() });
const values = z.record(z.string(), z.string());

const subscription = z.strictObject({
  documentId: z.string(),
  name: z.string(),
  username: z.string(),
});

/** Of texts of the server. */
const templateContent = z.strictObject({
  kind: z.literal('template'),
  template: z.string(),
  locale: z.string().nullable(),
  values,
  /** The name of the notification, for its subject. */
  notification: z.string().nullable(),
  subscription: subscription.nullable(),
  /** Of the token with which the address of the document signs in: the token itself is stored nowhere. */
  externalTokenId: z.string().optional(),
  entries: z.array(z.strictObject({ subject: z.string(), url: z.string().nullable() })),
});

/** Written by a user. */
const messageContent = z.strictObject({
  kind: z.literal('message'),
  from: address,
  to: z.array(address),
  cc: z.array(address),
  replyTo: z.array(address),
  subject: z.string(),
  body: z.string(),
  template: z.string().nullable(),
  values,
  isHtml: z.boolean(),
  attachments: z.array(
    z.strictObject({
      name: z.string(),
      mimeType: z.string(),
      key: z.string(),
      /** Keeps the file until the mail is sent. */
      leaseId: z.string(),
    }),
  ),
});

const payloadSchema = z.strictObject({
  /** A part of the Message-ID. */
  mailId: z.string(),
  createdAtMs: z.number(),
  to: address,
  content: z.discriminatedUnion('kind', [templateContent, messageContent]),
});

/** One mail to one recipient: the payload of its job. */
export type MailPayload = z.infer<typeof payloadSchema>;
export type TemplateContent = z.infer<typeof templateContent>;
export type MessageContent = z.infer<typeof messageContent>;

export function parseMailPayload(value: unknown): MailPayload {
  return payloadSchema.parse(value);
}

export const sendMailKind = 'send-mail';
