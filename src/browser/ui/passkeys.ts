import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** The server's request to a browser for one of the user's passkeys. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON
/** The server's request to a browser to make a passkey. */
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON

/** Tells whether this browser has passkeys on this page: not on plain http, but for localhost. */
export const hasPasskeySupport = (): boolean => window.isSecureContext && typeof window.PublicKeyCredential === 'function'

/** Asks the person for a passkey; rejects when they give none. */
export async function askPasskey(optionsJSON: PasskeyRequest): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON })
}

/** Lets the person make a passkey; rejects when they make none. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON })
}
