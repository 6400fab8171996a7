import type { Queries } from '../../../server/plugin.ts'
import { signValid } from '../check/signValid.ts'
import { noteForResume } from './resume.ts'
import type { StoreKeys } from './storeKeys.ts'
import { type NewTransmission, storeTransmission } from './transmissions.ts'
import type { StoredMessage } from './transmit.ts'

/** A message about a record before it is signed; `emitida_em` with its offset. */
interface Unsigned extends Omit<NewTransmission, 'documento'> {
  readonly text: string
  readonly emitida_em: string
}

/** Signs and stores a message as the caller's to send, the last steps of its transaction. @throws ApiError for what the schema refuses */
export async function storeSigned(
  q: Queries,
  lojaId: number,
  recordId: number,
  { text, emitida_em, ...said }: Unsigned,
  keys: StoreKeys,
): Promise<StoredMessage> {
  const documento = signValid(text, keys.signing, { ambiente: said.ambiente, emitida_em })
  const taken = await storeTransmission(q, lojaId, recordId, { ...said, documento })
  await noteForResume(q, lojaId, false)
  return { taken, keys }
}
