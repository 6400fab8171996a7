import { DateTime } from 'luxon'
import { codeOfState, fiscalText, writeVoiding } from '../../../domain/fiscal/core/public.ts'
import { ApiError, type UnitOfWork, validationError } from '../../../server/plugin.ts'
import { refuseBlocked } from './contingency.ts'
import type { IssuingStore } from './readStore.ts'
import { storeKeys } from './storeKeys.ts'
import { storeSigned } from './storeSigned.ts'
import type { TransmissionRegister } from './transmissions.ts'
import type { StoredMessage } from './transmit.ts'

/** Numbers of a series, in an environment. */
export interface NumberRange {
  readonly modelo: '55' | '65'
  readonly serie: number
  readonly ambiente: 1 | 2
  readonly primeiro: number
  readonly ultimo: number
}

/** The record that asks for it, and what the codes of its messages begin with. */
interface VoidingRecord {
  readonly lojaId: number
  readonly register: TransmissionRegister
  readonly recordId: number
  readonly prefix: 'nfce' | 'nfe'
}

/** Why numbers are to be voided, and the year that they are of. */
interface VoidingReason {
  readonly justificativa: string
  readonly ano: number
}

/** Reads a reason, and the year by the store's clock. @throws ApiError for a reason that is too short, and for a year to come */
export function voidingReason(text: string, issued: Date, zone: string, prefix: VoidingRecord['prefix']): VoidingReason {
  const justificativa = fiscalText(text, 255)
  if (justificativa.length < 15) throw validationError([{ path: 'justificativa', code: 'nfce.reason' }])
  const { year: ano } = DateTime.fromJSDate(issued, { zone })
  if (ano > DateTime.now().setZone(zone).year) throw new ApiError(400, `${prefix}.year`)
  return { justificativa, ano }
}

/** Stores the signed request to void numbers. @throws ApiError where the authority blocks it, and where the store lacks what the request says */
export async function storeVoidingRequest(
  { lojaId, register, recordId, prefix }: VoidingRecord,
  { modelo, serie, ambiente, primeiro, ultimo }: NumberRange,
  reason: VoidingReason,
  store: IssuingStore,
  work: UnitOfWork,
): Promise<StoredMessage> {
  const { q, service } = work
  await refuseBlocked(work, lojaId, 'INUTILIZACAO', modelo)
  const keys = await storeKeys(q, lojaId, service)
  const cUF = codeOfState(store.uf ?? '')
  if (cUF === undefined || !store.cnpj) throw new ApiError(400, `${prefix}.store-incomplete`, { fields: 'CNPJ, UF' })
  const { text, key: chave } = writeVoiding({ ...reason, ambiente, cUF, cnpj: store.cnpj, modelo, serie, primeiro, ultimo })
  const said = { register, modelo, tipo: 'INUTILIZACAO', ambiente, chave, serie, numero: primeiro } as const
  return storeSigned(q, lojaId, recordId, { ...said, text, emitida_em: new Date().toISOString() }, keys)
}
