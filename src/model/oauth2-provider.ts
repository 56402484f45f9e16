/** Another server, at which this one is registered as a client. */
export interface OAuth2Provider {
  readonly name: string;
  readonly description: string | null;
  readonly clientId: string | null;
  readonly sealedSecret: string | null;
  readonly authorizationUrl: string | null;
  readonly tokenUrl: string | null;
  readonly userAuthorizationUrl: string | null;
  readonly scopes: readonly string[];
  readonly isEnabled: boolean;
}
