/** What a registration server says about this instance. */
export interface Registration {
  /** The registration, and this instance of it. */
  readonly clientId: string;
  readonly instanceToken: string;
  readonly contractStatus: string;
  readonly description: string;
  /** A date as text, as the registration server formats it. */
  readonly endDate: string;
  readonly instanceType: string;
  readonly message: string | null;
  readonly isRegistered: boolean;
  readonly expiresAtMs: number;
}

export const notRegistered: Registration = {
  clientId: '',
  instanceToken: '',
  contractStatus: '',
  description: '',
  endDate: '',
  instanceType: '',
  message: null,
  isRegistered: false,
  expiresAtMs: 0,
};
