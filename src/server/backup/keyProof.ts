import type { Secrets } from '../database/secret.ts'

const PLACE = 'backup.key'

/** A word under the key of the installation: it tells nothing of the key, and only the same key opens it. */
export const proofOfKey = (secrets: Secrets): string => secrets.seal('retaguarda', PLACE)

/** Tells whether the key is the one that the copied secrets were sealed with. */
export function isSameKey(secrets: Secrets, proof: string): boolean {
  try {
    return secrets.open(proof, PLACE) === 'retaguarda'
  } catch {
    return false
  }
}
