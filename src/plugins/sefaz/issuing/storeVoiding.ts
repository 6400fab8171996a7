import { DateTime } from 'luxon'
import { codeOfState, fiscalText, writeVoiding } from '../../../domain/fiscal/core/public.ts'
import {
  ApiError,
  changeRecords,
  type Queries,
  type RowOf,
  tableOf,
  type UnitOfWork,
  validationError,
} from '../../../server/plugin.ts'
import { signValid } from '../signature/signValid.ts'
import { refuseBlocked } from './contingency.ts'
import { passPoint } from './crashPoints.ts'
import { readStore } from './readSale.ts'
import { noteForResume } from './resume.ts'
import { storeKeys } from './storeKeys.ts'
import type { StoredNote } from './storeNote.ts'
import { lastTransmission, storeTransmission } from './transmissions.ts'

/** The wish that the number of a record be never used. */
export interface VoidingWish {
  readonly lojaId: number
  readonly nfceId: number
  /** That of the record, when nobody says. */
  readonly justificativa?: string | null
}

interface Row extends RowOf<'NFCes', 'serie' | 'justificativa'> {
  readonly situacao: string
  readonly numero: number
  readonly ambiente: 1 | 2 | null
  readonly dhEmi: string
}

/** Stores the signed request to void a record's number; one that nobody has decided of is left as it is. */
export async function storeVoiding({ lojaId, nfceId, justificativa }: VoidingWish, work: UnitOfWork): Promise<StoredNote> {
  const { q, service, caller } = work
  const record = await holdRecord(q, lojaId, nfceId)
  if (record.situacao === 'INUTILIZADA') return { nfceId }
  const before = await lastTransmission(q, lojaId, nfceId, 'INUTILIZACAO')
  if (before?.estado === 'PENDENTE') return { nfceId, pending: before.id }
  if (record.situacao !== 'PENDENTE') throw new ApiError(400, 'nfce.void-issued')
  if ((await lastTransmission(q, lojaId, nfceId, 'NOTA'))?.estado === 'PENDENTE') throw new ApiError(400, 'nfce.pending')
  const why = fiscalText(justificativa ?? record.justificativa ?? '', 255)
  if (why.length < 15) throw validationError([{ path: 'justificativa', code: 'nfce.reason' }])
  const issued = DateTime.fromJSDate(new Date(record.dhEmi), { zone: caller.zone })
  if (issued.year > DateTime.now().setZone(caller.zone).year) throw new ApiError(400, 'nfce.year')
  const store = await readStore(q, lojaId)
  const ambiente = record.ambiente ?? store.ambiente_fiscal
  await refuseUsed(q, lojaId, nfceId, { ...record, ambiente })
  await refuseBlocked(work, lojaId, 'INUTILIZACAO')
  const keys = await storeKeys(q, lojaId, service)
  const cUF = codeOfState(store.uf ?? '')
  if (cUF === undefined || !store.cnpj) throw new ApiError(400, 'nfce.store-incomplete', { fields: 'CNPJ, UF' })
  const { serie, numero } = record
  const { text, key } = writeVoiding({
    ambiente,
    cUF,
    ano: issued.year,
    cnpj: store.cnpj,
    modelo: '65',
    serie,
    primeiro: numero,
    ultimo: numero,
    justificativa: why,
  })
  await changeRecords(tableOf(work.model, 'NFCes'), [nfceId], { justificativa: why, ambiente }, work, { history: false })
  const documento = signValid(text, keys.signing, { ambiente, emitida_em: new Date().toISOString() })
  const said = { tipo: 'INUTILIZACAO', ambiente, chave: key, serie, numero, documento } as const
  const taken = await storeTransmission(q, lojaId, nfceId, said)
  await noteForResume(q, lojaId, false)
  passPoint('voiding-stored')
  return { nfceId, taken, keys }
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
