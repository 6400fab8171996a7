import type { StoredNote } from '../../../domain/fiscal/public.ts'
import type { Queries } from '../../../server/plugin.ts'
import { storedXml } from '../transmission/storedXml.ts'
import { lastTransmission } from '../transmission/transmissions.ts'

/** The note of a record: with its protocol where it is authorised, as it was signed while it waits; its cancellation where one was accepted. */
export async function readStoredNote(q: Queries, lojaId: number, nfceId: number): Promise<StoredNote | undefined> {
  const text = (await storedXml(q, lojaId, nfceId, 'NOTA'))?.text ?? (await waitingText(q, lojaId, nfceId))
  if (text === undefined) return undefined
  const cancellation = await storedXml(q, lojaId, nfceId, 'CANCELAMENTO')
  return { document: text, cancellation: cancellation?.text }
}

async function waitingText(q: Queries, lojaId: number, nfceId: number): Promise<string | undefined> {
  const last = await lastTransmission(q, lojaId, nfceId, 'NOTA')
  return last?.estado === 'PENDENTE' ? last.documento : undefined
}
