/** How mail reaches the mail server. */
export interface MailServerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: 'starttls' | 'tls' | 'offered' | 'off';
  readonly acceptsAnyCertificate: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** For one mail, from connecting to the last reply. */
  readonly timeLimitMs: number;
  /** Connections that are kept for the next mails. */
  readonly poolSize: number;
}
