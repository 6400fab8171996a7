import { ApiError, changeRecords, type Queries, type RowOf, tableOf, type UnitOfWork } from '../../../server/plugin.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { readStore } from '../transmission/readStore.ts'
import { storeVoidingRequest, voidingReason } from '../transmission/storeVoidingRequest.ts'
import { lastTransmission } from '../transmission/transmissions.ts'
import type { StoredNote } from './storeNote.ts'

/** The wish that the number of a record be never used. */
export interface VoidingWish {
  readonly lojaId: number
  readonly nfceId: number
  /** That of the record, when nobody says. */
  readonly justificativa?: string | null
}

interface Row extends RowOf<'NFCes', 'serie' | 'dhEmi' | 'justificativa'> {
  readonly situacao: string
  readonly numero: number
  readonly ambiente: 1 | 2 | null
}

/** Stores the signed request to void a record's number; one that nobody has decided of is left as it is. */
export async function storeVoiding({ lojaId, nfceId, justificativa }: VoidingWish, work: UnitOfWork): Promise<StoredNote> {
  const { q, caller } = work
  const record = await holdRecord(q, lojaId, nfceId)
  if (record.situacao === 'INUTILIZADA') return { nfceId }
  const before = await lastTransmission(q, lojaId, nfceId, 'INUTILIZACAO')
  if (before?.estado === 'PENDENTE') return { nfceId, pending: before.id }
  if (record.situacao !== 'PENDENTE') throw new ApiError(400, 'nfce.void-issued')
  if ((await lastTransmission(q, lojaId, nfceId, 'NOTA'))?.estado === 'PENDENTE') throw new ApiError(400, 'nfce.pending')
  const reason = voidingReason(justificativa ?? record.justificativa ?? '', new Date(record.dhEmi), caller.zone, 'nfce')
  const store = await readStore(q, lojaId)
  const { serie, numero } = record
  const ambiente = record.ambiente ?? store.ambiente_fiscal
  await refuseUsed(q, lojaId, nfceId, { ...record, ambiente })
  const told = { justificativa: reason.justificativa, ambiente }
  await changeRecords(tableOf(work.model, 'NFCes'), [nfceId], told, work, { history: false })
  const range = { modelo: '65', serie, ambiente, primeiro: numero, ultimo: numero } as const
  const of = { lojaId, register: 'NFCes', recordId: nfceId, prefix: 'nfce' } as const
  const stored = await storeVoidingRequest(of, range, reason, store, work)
  passPoint('voiding-stored')
  return { nfceId, ...stored }
}

async function holdRecord(q: Queries, lojaId: number, nfceId: number): Promise<Row> {
  const { rows } = await q.query<Row>(
    `SELECT coalesce(situacao, 'PENDENTE') AS situacao, serie::int, "nNF"::int AS numero, ambiente::int, "dhEmi", justificativa
     FROM "NFCes" WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
    [lojaId, nfceId],
  )
  if (!rows[0]) throw new ApiError(404, 'not-found')
  return rows[0]
}

/** A number that another record says is authorised, voided, or on its way. */
async function refuseUsed(
  q: Queries,
  lojaId: number,
  nfceId: number,
  { serie, numero, ambiente }: Pick<Row, 'serie' | 'numero' | 'ambiente'>,
): Promise<void> {
  const { rows } = await q.query<{ situacao: string }>(
    `SELECT n.situacao FROM "NFCes" n WHERE n."lojaId" = $1 AND n.id <> $2 AND n.serie = $3 AND n."nNF" = $4 AND coalesce(n.ambiente, $5) = $5
       AND (n.situacao IN ('AUTORIZADA', 'CANCELADA', 'INUTILIZADA')
         OR EXISTS (SELECT FROM "NFe_transmissaos" t WHERE t."lojaId" = n."lojaId" AND t."nfceId" = n.id AND t.estado = 'PENDENTE'))
     LIMIT 1`,
    [lojaId, nfceId, serie, numero, ambiente],
  )
  const other = rows[0]?.situacao
  if (other === 'PENDENTE') throw new ApiError(400, 'nfce.pending')
  if (other !== undefined) throw new ApiError(400, other === 'INUTILIZADA' ? 'nfce.voided-before' : 'nfce.void-issued')
}
