import { DateTime } from 'luxon'
import { type ManifestationType, writeManifestation } from '../../../domain/fiscal/core/public.ts'
import { ApiError, type RowOf, type UnitOfWork } from '../../../server/plugin.ts'
import { signValid } from '../check/signValid.ts'
import { readStore } from '../transmission/readStore.ts'
import { noteForResume } from '../transmission/resume.ts'
import { storeKeys } from '../transmission/storeKeys.ts'
import { passReceivingPoint } from './crashPoints.ts'
import { manifestationMarks } from './manifestations.ts'

/** The wish for a manifestation of a note. */
export interface ManifestationWish {
  readonly lojaId: number
  readonly nfeId: number
  readonly tipo: ManifestationType
  readonly justificativa?: string | undefined
}

/** Stores the signed manifestation of a note before a byte leaves; gives its number, or nothing where it was said already. */
export async function storeManifestation(
  { lojaId, nfeId, tipo, justificativa }: ManifestationWish,
  { q, service, caller }: UnitOfWork,
): Promise<number | undefined> {
  const { rows } = await q.query<RowOf<'nfes', 'chNFe'> & { said: boolean | null }>(
    `SELECT "chNFe", "${manifestationMarks[tipo].flag}" AS said FROM nfes WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
    [lojaId, nfeId],
  )
  const [note] = rows
  if (!note?.chNFe) throw new ApiError(404, 'not-found')
  if (note.said) return undefined
  const { rows: waiting } = await q.query<RowOf<'NFe_transmissaos', 'id'> & { documento: string }>(
    `SELECT id, documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfeId" = $2 AND tipo = 'MANIFESTACAO' AND estado = 'PENDENTE' ORDER BY id LIMIT 1`,
    [lojaId, nfeId],
  )
  const [pending] = waiting
  if (pending?.documento.includes(`<tpEvento>${tipo}</tpEvento>`)) return Number(pending.id)
  if (pending) throw new ApiError(409, 'received.manifest-other')
  const keys = await storeKeys(q, lojaId, service)
  const { cnpj, ambiente_fiscal } = await readStore(q, lojaId)
  const ambiente = ambiente_fiscal === 1 ? 1 : 2
  const ocorrida_em = DateTime.now().setZone(caller.zone).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")
  const text = writeManifestation({ tipo, chave: note.chNFe, ambiente, cnpj: cnpj ?? '', ocorrida_em, justificativa })
  const documento = signValid(text, keys.signing, { ambiente, emitida_em: ocorrida_em })
  const { rows: stored } = await q.query<RowOf<'NFe_transmissaos', 'id'>>(
    `INSERT INTO "NFe_transmissaos" ("lojaId", "nfeId", tipo, modelo, estado, ambiente, chave, documento)
     VALUES ($1, $2, 'MANIFESTACAO', '55', 'PENDENTE', $3, $4, $5) RETURNING id`,
    [lojaId, nfeId, ambiente, note.chNFe, documento],
  )
  await noteForResume(q, lojaId, false)
  passReceivingPoint('manifestation-stored')
  return Number(stored[0]?.id)
}
