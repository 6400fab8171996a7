import { draftText, numberIn } from '../../../domain/fiscal/public.ts'
import { ApiError, changeRecords, holdStore, type Queries, tableOf, type UnitOfWork } from '../../../server/plugin.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { readStore } from '../transmission/readStore.ts'
import { type NumberRange, storeVoidingRequest, voidingReason } from '../transmission/storeVoidingRequest.ts'
import { lastTransmission } from '../transmission/transmissions.ts'
import { type HeldInvoice, holdInvoice } from './readInvoice.ts'
import type { StoredInvoice } from './storeInvoice.ts'

/** Stores the signed request to void the range of a record; one that nobody has decided of is left as it is. */
export async function storeRange(
  { lojaId, nfeId }: { readonly lojaId: number; readonly nfeId: number },
  work: UnitOfWork,
): Promise<StoredInvoice> {
  const { q, caller } = work
  // The numbering of a draft waits for the store, too: none gets a number of the range meanwhile.
  await holdStore(q, lojaId)
  const held = await holdInvoice(q, lojaId, nfeId)
  if (!held.inutilizacao) throw new ApiError(400, 'nfe.is-note')
  if (held.situacao === 'INUTILIZADA') return { nfeId }
  const before = await lastTransmission(q, lojaId, nfeId, 'INUTILIZACAO', 'NFe_emissaos')
  if (before?.estado === 'PENDENTE') return { nfeId, pending: before.id }
  const range = rangeOf(held)
  const issued = held.row.emitida_em ? new Date(String(held.row.emitida_em)) : new Date()
  const reason = voidingReason(draftText(held.row.justificativa), issued, caller.zone, 'nfe')
  await refuseUsed(q, lojaId, nfeId, range)
  const sending = { situacao: 'PROCESSAMENTO', cStat: null, xMotivo: null } as const
  await changeRecords(tableOf(work.model, 'NFe_emissaos'), [nfeId], sending, work, { history: false })
  const of = { lojaId, register: 'NFe_emissaos', recordId: nfeId, prefix: 'nfe' } as const
  const stored = await storeVoidingRequest(of, range, reason, await readStore(q, lojaId), work)
  passPoint('invoice-voiding-stored')
  return { nfeId, ...stored }
}

const rangeOf = ({ row, serie, numero, ambiente }: HeldInvoice): NumberRange => ({
  modelo: row.modelo === 65 ? '65' : '55',
  serie,
  ambiente,
  primeiro: numero,
  ultimo: numberIn(row.numero_final) || numero,
})

/** A number that another record says is used, voided, on its way, or somebody's draft. */
async function refuseUsed(q: Queries, lojaId: number, nfeId: number, range: NumberRange): Promise<void> {
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
async function refuseConsumers(q: Queries, lojaId: number, { serie, ambiente, primeiro, ultimo }: NumberRange): Promise<void> {
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
