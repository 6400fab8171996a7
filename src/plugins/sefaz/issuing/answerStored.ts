import { type InvoiceAnswer, invoiceAnswer, unsentAnswer } from './invoiceAnswer.ts'
import type { Sending } from './sending.ts'
import type { StoredNote } from './storeNote.ts'
import { transmit, transmitTaken } from './transmit.ts'

/** Sends what a call stored, unless nobody waits for the authority now, and gives the call's answer. */
export async function answerStored(sending: Sending, lojaId: number, stored: StoredNote): Promise<InvoiceAnswer> {
  const { nfceId, taken, keys, pending, unsent } = stored
  const { service } = sending
  if (unsent) return unsentAnswer(service, lojaId, nfceId, unsent)
  if (taken) return invoiceAnswer(service, lojaId, nfceId, await transmitTaken(sending, lojaId, taken, keys))
  const attempt = pending === undefined ? undefined : await transmit(sending, lojaId, pending)
  return invoiceAnswer(service, lojaId, nfceId, attempt)
}
