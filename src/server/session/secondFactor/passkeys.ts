import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Queries } from '../../database/queries.ts'
import { bodyObject } from '../bodyFields.ts'
import type { PasskeyContext } from './passkeyContext.ts'

/** Four hundred files, which most servers never need: read when the first passkey is made or used. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257]

/** Most passkeys of one person. */
export const mostPasskeys = 20

/** A passkey as its owner knows it. */
export interface StoredPasskey {
  readonly id: string
  readonly name: string
  readonly transports: string[]
  readonly createdAt: Date | string
  readonly usedAt: Date | string | null
}

/** Somebody's passkeys, the oldest first. */
export async function findPasskeys(q: Queries, userId: number): Promise<readonly StoredPasskey[]> {
  const { rows } = await q.query<StoredPasskey>(
    'SELECT id, name, transports, "createdAt", "usedAt" FROM system.passkeys WHERE "userId" = $1 ORDER BY "createdAt", id',
    [userId],
  )
  return rows
}

/** Returns the options by which a browser makes a passkey that signs in by itself; one device makes no second one. */
export const creationOptions = async (
  { rpId }: PasskeyContext,
  user: { readonly id: number; readonly email: string; readonly nome: string },
  known: readonly StoredPasskey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await webauthn()).generateRegistrationOptions({
    rpName: 'Retaguarda',
    rpID: rpId,
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.nome || user.email,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Returns the options by which a browser asks for one of these passkeys; of none given, for any that it has for this installation. */
export const requestOptions = async (
  { rpId }: PasskeyContext,
  allowed: readonly StoredPasskey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })),
  })

/** Keeps the passkey that a browser made for this challenge; false where the answer is not sound or the passkey is there already. */
export async function addPasskey(
  q: Queries,
  made: { readonly userId: number; readonly name: string; readonly response: unknown; readonly challenge: string },
  { origin, rpId }: PasskeyContext,
): Promise<boolean> {
  const { userId, name, response, challenge } = made
  if (!isRegistration(response)) return false
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!checked?.verified) return false
  const { id, publicKey, counter } = checked.registrationInfo.credential
  const { rowCount } = await q.query(
    `INSERT INTO system.passkeys (id, "userId", name, "publicKey", counter, transports) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [id, userId, name, Buffer.from(publicKey).toString('base64url'), counter, transportsOf(response.response.transports)],
  )
  return rowCount > 0
}

/** Returns the id of the user who answered this challenge with one of their passkeys; undefined where the answer is not sound. */
export async function verifyPasskey(
  q: Queries,
  response: unknown,
  challenge: string,
  { origin, rpId }: PasskeyContext,
): Promise<number | undefined> {
  if (!isAuthentication(response)) return undefined
  const { rows } = await q.query<{ userId: string; publicKey: string; counter: string; transports: string[] }>(
    'SELECT "userId", "publicKey", counter, transports FROM system.passkeys WHERE id = $1',
    [response.id],
  )
  const [known] = rows
  if (!known) return undefined
  const { publicKey, counter, transports } = known
  const credential = {
    id: response.id,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
    counter: Number(counter),
    transports,
  }
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  await q.query('UPDATE system.passkeys SET counter = $2, "usedAt" = now() WHERE id = $1', [
    response.id,
    checked.authenticationInfo.newCounter,
  ])
  return Number(known.userId)
}

const hasTexts = (value: unknown, names: readonly string[]): boolean => {
  const members = bodyObject(value)
  return names.every(name => typeof members[name] === 'string')
}

const isAuthentication = (value: unknown): value is AuthenticationResponseJSON =>
  hasTexts(value, ['id', 'rawId', 'type']) &&
  hasTexts(bodyObject(value).response, ['clientDataJSON', 'authenticatorData', 'signature'])

const isRegistration = (value: unknown): value is RegistrationResponseJSON =>
  hasTexts(value, ['id', 'rawId', 'type']) && hasTexts(bodyObject(value).response, ['clientDataJSON', 'attestationObject'])

/** Hints of the browser; what it says beside its answer is not signed. */
const transportsOf = (told: unknown): readonly string[] =>
  Array.isArray(told) ? told.filter(one => typeof one === 'string' && one.length <= 20).slice(0, 10) : []
