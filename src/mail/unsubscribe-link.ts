import { openSealedText, sealText } from '../base/sealing.ts';

/** What a link in a mail ends: the notification of the user about the document. */
interface SubscriptionEnd {
  readonly documentId: string;
  readonly name: string;
  readonly username: string;
}

const purpose = 'link to end a subscription';
/** Longer than any that the server makes. */
const tokenLengthMax = 4_000;

/** Only the server can make such a token, so that its use needs no login. */
export function unsubscribeToken(secret: string, end: SubscriptionEnd): string {
  const text = JSON.stringify([end.documentId, end.name, end.username]);
  return sealText(text, { secret, purpose });
}

export function readUnsubscribeToken(secret: string, token: string): SubscriptionEnd | undefined {
  if (token.length > tokenLengthMax) return undefined;
  const text = openSealedText(token, { secret, purpose });
  if (text === undefined) return undefined;
  const [documentId = '', name = '', username = ''] = JSON.parse(text) as readonly string[];
  return { documentId, name, username };
}

/** Below the base URL. */
export const unsubscribePath = 'site/notifications/unsubscribe/';
