import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** By what somebody may take the second step of a login. */
export type SecondStepMethod = 'totp' | 'passkey' | 'recovery'

/** Beside the error `second-factor.needed` of POST users/login: what the second step answers. */
export interface LoginChallenge {
  /** Its token, for `challenge` of POST users/login/codigo and users/login/passkey. */
  readonly id: string
  /** Seconds that it lives. */
  readonly ttl: number
  readonly methods: readonly SecondStepMethod[]
  /** The browser's request for a passkey, as WebAuthn has it. */
  readonly passkey?: PublicKeyCredentialRequestOptionsJSON
}

/** Reply of GET users/segundo-fator. */
export interface SecondFactorState {
  /** Since when an authenticator app gives codes. */
  readonly totp: string | null
  /** Recovery codes that are left. */
  readonly codigos: number
  readonly passkeys: readonly {
    readonly id: string
    readonly nome: string
    readonly criadaEm: string
    readonly usadaEm: string | null
  }[]
  /** Devices that are not asked again for a while. */
  readonly aparelhos: number
  /** Whether a store asks for a second factor. */
  readonly exigido: boolean
  /** Where passkeys of this installation are made and used, and whether browsers have any there. */
  readonly endereco: { readonly origem: string; readonly passkeys: boolean }
}

/** Reply of POST users/segundo-fator/totp: a key that counts once a code proved it. */
export interface TotpSetup {
  readonly setup: string
  /** In base 32, for who types it. */
  readonly chave: string
  /** The same as a picture, a data URL. */
  readonly qr: string
}

/** Replies that give recovery codes give them this once; none where those before go on. */
export interface RecoveryCodesReply {
  readonly codigos: readonly string[]
}
