import { DateTime } from 'luxon'
import { codeOfState, fiscalText, writeVoiding } from '../../../domain/fiscal/core/public.ts'
import { draftText, numberIn } from '../../../domain/fiscal/public.ts'
import {
  ApiError,
  changeRecords,
  holdStore,
  type Queries,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/plugin.ts'
import { refuseBlocked } from '../issuing/contingency.ts'
import { passPoint } from '../issuing/crashPoints.ts'
import { readStore } from '../issuing/readSale.ts'
import { noteForResume } from '../issuing/resume.ts'
import { storeKeys } from '../issuing/storeKeys.ts'
import { lastTransmission, storeTransmission } from '../issuing/transmissions.ts'
import { signValid } from '../signature/signValid.ts'
import { type HeldInvoice, holdInvoice } from './readInvoice.ts'
import type { StoredInvoice } from './storeInvoice.ts'

/** Numbers of a series, in an environment. */
interface Range {
  readonly modelo: '55' | '65'
  readonly serie: number
  readonly ambiente: 1 | 2
  readonly primeiro: number
  readonly ultimo: number
}

/** Stores the signed request to void the range of a record; one that nobody has decided of is left as it is. */
export async function storeRange(
  { lojaId, nfeId }: { readonly lojaId: number; readonly nfeId: number },
  work: UnitOfWork,
): Promise<StoredInvoice> {
  const { q, service, caller } = work
  // The numbering of a draft waits for the store, too: none gets a number of the range meanwhile.
  await holdStore(q, lojaId)
  const held = await holdInvoice(q, lojaId, nfeId)
  if (!held.inutilizacao) throw new ApiError(400, 'nfe.is-note')
  if (held.situacao === 'INUTILIZADA') return { nfeId }
  const before = await lastTransmission(q, lojaId, nfeId, 'INUTILIZACAO', 'NFe_emissaos')
  if (before?.estado === 'PENDENTE') return { nfeId, pending: before.id }
  const range = rangeOf(held)
  const why = fiscalText(draftText(held.row.justificativa), 255)
  if (why.length < 15) throw validationError([{ path: 'justificativa', code: 'nfce.reason' }])
  const issued = DateTime.fromJSDate(held.row.emitida_em ? new Date(String(held.row.emitida_em)) : new Date(), {
    zone: caller.zone,
  })
  if (issued.year > DateTime.now().setZone(caller.zone).year) throw new ApiError(400, 'nfe.year')
  await refuseUsed(q, lojaId, nfeId, range)
  await refuseBlocked(work, lojaId, 'INUTILIZACAO', range.modelo)
  const keys = await storeKeys(q, lojaId, service)
  const store = await readStore(q, lojaId)
  const cUF = codeOfState(store.uf ?? '')
  if (cUF === undefined || !store.cnpj) throw new ApiError(400, 'nfe.store-incomplete', { fields: 'CNPJ, UF' })
  const { modelo, serie, ambiente, primeiro, ultimo } = range
  const { text, key } = writeVoiding({
    ambiente,
    cUF,
    ano: issued.year,
    cnpj: store.cnpj,
    modelo,
    serie,
    primeiro,
    ultimo,
    justificativa: why,
  })
  const sending = { situacao: 'PROCESSAMENTO', cStat: null, xMotivo: null } as const
  await changeRecords(tableOf(work.model, 'NFe_emissaos'), [nfeId], sending, work, { history: false })
  const documento = signValid(text, keys.signing, { ambiente, emitida_em: new Date().toISOString() })
  const said = {
    register: 'NFe_emissaos',
    modelo,
    tipo: 'INUTILIZACAO',
    ambiente,
    chave: key,
    serie,
    numero: primeiro,
    documento,
  } as const
  const taken = await storeTransmission(q, lojaId, nfeId, said)
  await noteForResume(q, lojaId, false)
  passPoint('invoice-voiding-stored')
  return { nfeId, taken, keys }
}

const rangeOf = ({ row, serie, numero, ambiente }: HeldInvoice): Range => ({
  modelo: row.modelo === 65 ? '65' : '55',
  serie,
  ambiente,
  primeiro: numero,
  ultimo: numberIn(row.numero_final) || numero,
})

/** A number that another record says is used, voided, on its way, or somebody's draft. */
async function refuseUsed(q: Queries, lojaId: number, nfeId: number, range: Range): Promise<void> {
  const { modelo, serie, ambiente, primeiro, ultimo } = range
  const { rows } = await q.query<{ numero: number; situacao: string; inutilizacao: boolean }>(
    `SELECT greatest(n.numero, $5)::int AS numero, coalesce(n.situacao, 'DIGITACAO') AS situacao, coalesce(n.inutilizacao, false) AS inutilizacao
     FROM "NFe_emissaos" n
     WHERE n."lojaId" = $1 AND n.id <> $2 AND n.modelo = $3 AND n.serie = $4 AND coalesce(n.ambiente, 2) = $7
       AND n.numero <= $6 AND CASE WHEN n.inutilizacao THEN n.numero_final ELSE n.numero END >= $5
       AND NOT (coalesce(n.inutilizacao, false) AND coalesce(n.situacao, 'DIGITACAO') = 'DIGITACAO')
     ORDER BY n.numero LIMIT 1`,
    [lojaId, nfeId, Number(modelo), serie, primeiro, ultimo, ambiente],
  )
  const [other] = rows
  if (other?.inutilizacao) throw new ApiError(400, 'nfe.range-voided', { numero: other.numero })
  if (other?.situacao === 'DIGITACAO') throw new ApiError(400, 'nfe.range-drafted', { numero: other.numero })
  if (other) throw new ApiError(400, 'nfe.range-used', { numero: other.numero, serie })
  if (modelo === '65') await refuseConsumers(q, lojaId, range)
}

/** Numbers of consumers' notes stand among those: what is refused may be voided, what is there or on its way may not. */
async function refuseConsumers(q: Queries, lojaId: number, { serie, ambiente, primeiro, ultimo }: Range): Promise<void> {
  const { rows } = await q.query<{ numero: number; situacao: string }>(
    `SELECT n."nNF"::int AS numero, n.situacao FROM "NFCes" n WHERE n."lojaId" = $1 AND n.serie = $2 AND n."nNF" BETWEEN $3 AND $4 AND coalesce(n.ambiente, $5) = $5
       AND (n.situacao IN ('AUTORIZADA', 'CANCELADA', 'INUTILIZADA')
         OR EXISTS (SELECT FROM "NFe_transmissaos" t WHERE t."lojaId" = n."lojaId" AND t."nfceId" = n.id AND t.estado = 'PENDENTE'))
     ORDER BY n."nNF" LIMIT 1`,
    [lojaId, serie, primeiro, ultimo, ambiente],
  )
  const [other] = rows
  if (!other) return
  const voided = other.situacao === 'INUTILIZADA'
  throw new ApiError(400, voided ? 'nfe.range-voided' : 'nfe.range-used', { numero: other.numero, ...(voided ? {} : { serie }) })
}
