import type { A1Certificate } from './openA1.ts'

/** The parts of a certificate that are sealed. */
export type StoredKey = Pick<A1Certificate, 'key' | 'certificate' | 'chain'>

export const keyText = ({ key, certificate, chain }: StoredKey): string => JSON.stringify({ key, certificate, chain })

/** Reads what was sealed; undefined where it was sealed under a key that is lost. */
export function readKeyText(text: unknown): StoredKey | undefined {
  if (typeof text !== 'string') return undefined
  const { key, certificate, chain }: StoredKey = JSON.parse(text)
  return { key, certificate, chain }
}
