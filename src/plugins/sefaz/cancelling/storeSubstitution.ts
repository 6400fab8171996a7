import { amount, isAccessKey } from '../../../domain/fiscal/core/public.ts'
import { readStoreLimit } from '../../../domain/fiscal/public.ts'
import { ApiError, type Queries, type RowOf, type UnitOfWork, validationError } from '../../../server/plugin.ts'
import { program, type StoredNote } from '../issuing/storeNote.ts'
import { refuseBlocked } from '../transmission/contingency.ts'
import { lastTransmission } from '../transmission/transmissions.ts'
import { type NoteToCancel, signCancellation } from './storeCancellation.ts'

/** Which note goes, and by which one. */
export interface Substitution {
  readonly lojaId: number
  readonly nfceId: number
  /** Key of the note of an outage that stays. */
  readonly chave: string
  readonly justificativa: string
}

/** The authority's own record of a note: of one that another system issued it is asked for. */
export interface Authorisation {
  readonly protocolo: string
  readonly at: Date
}

/** A note as its record has it. */
export interface NoteToSubstitute
  extends Pick<NoteToCancel, 'nfceId' | 'chave' | 'ambiente' | 'serie' | 'numero'>,
    RowOf<'NFCes', 'situacao' | 'vNF' | 'autorizada_em'> {}

/** Reads the record, held until the transaction ends, or only looks at it. @throws ApiError where the store has none of this number */
export async function readNoteToSubstitute(q: Queries, lojaId: number, nfceId: number, held: boolean): Promise<NoteToSubstitute> {
  const { rows } = await q.query<NoteToSubstitute & Record<string, unknown>>(
    `SELECT n.id::float8 AS "nfceId", coalesce(n."chNFe", '') AS chave, coalesce(n.ambiente, l.ambiente_fiscal, 2)::int AS ambiente, n.serie::int, n."nNF"::int AS numero,
       n.situacao, n."vNF", n.autorizada_em
     FROM "NFCes" n JOIN lojas l ON l."lojaId" = $1 AND l.id = $1 WHERE n."lojaId" = $1 AND n.id = $2${held ? ' FOR UPDATE OF n' : ''}`,
    [lojaId, nfceId],
  )
  if (!rows[0]) throw new ApiError(404, 'not-found')
  return rows[0]
}

/** Reads a note's authorisation as it is known here; undefined of one that another system issued. */
export async function knownAuthorisation(q: Queries, lojaId: number, nfceId: number): Promise<Authorisation | undefined> {
  const note = await lastTransmission(q, lojaId, nfceId, 'NOTA')
  return note?.estado === 'ACEITO' && note.protocolo && note.decidida_em
    ? { protocolo: note.protocolo, at: new Date(note.decidida_em) }
    : undefined
}

/** Digits of an access key: issuer, model, and how it was issued. */
const issuerOf = (key: string): string => key.slice(6, 20)
const modelOf = (key: string): string => key.slice(20, 22)
const emissionOf = (key: string): string => key.slice(34, 35)

/** Stores the signed event (110112) by which a note goes that told the same sale as one of an outage; one that is gone already is left as it is. */
export async function storeSubstitution(
  { lojaId, nfceId, chave, justificativa }: Substitution,
  authorised: Authorisation,
  work: UnitOfWork,
): Promise<StoredNote> {
  const { q } = work
  const note = await readNoteToSubstitute(q, lojaId, nfceId, true)
  if (note.situacao === 'CANCELADA') return { nfceId }
  const before = await lastTransmission(q, lojaId, nfceId, 'CANCELAMENTO')
  if (before?.estado === 'PENDENTE') return { nfceId, pending: before.id }
  refuseUnlike(note, chave)
  await refuseOther(q, lojaId, note, chave)
  const hours = await readStoreLimit(q, lojaId, 'NFCE_SUBSTITUICAO_HORAS', authorised.at)
  if (hours !== undefined && Date.now() - authorised.at.getTime() > hours * 3_600_000)
    throw new ApiError(400, 'nfce.substitute-late', { hours })
  await refuseBlocked(work, lojaId, 'CANCELAMENTO')
  const { protocolo } = authorised
  return signCancellation({ ...note, protocolo, justificativa, substituta: { chave, programa: program } }, lojaId, work)
}

/** Refuses notes that no event may put in each other's place. */
export function refuseUnlike(note: NoteToSubstitute, chave: string): void {
  if (note.situacao !== 'AUTORIZADA' || note.chave.length !== 44) throw new ApiError(400, 'nfce.substitute-none')
  if (emissionOf(note.chave) !== '1') throw new ApiError(400, 'nfce.substitute-first')
  const fits =
    isAccessKey(chave) && issuerOf(chave) === issuerOf(note.chave) && modelOf(chave) === '65' && emissionOf(chave) === '9'
  if (!fits) throw validationError([{ path: 'chave', code: 'nfce.substitute-key' }])
}

/** The note that stays may be one of another system; one that is known here is authorised, and of the same total. */
async function refuseOther(q: Queries, lojaId: number, note: NoteToSubstitute, chave: string): Promise<void> {
  const { rows } = await q.query<RowOf<'NFCes', 'situacao' | 'vNF'> & { readonly numero: number }>(
    `SELECT situacao, "vNF", "nNF"::int AS numero FROM "NFCes" WHERE "lojaId" = $1 AND "chNFe" = $2 LIMIT 1`,
    [lojaId, chave],
  )
  const [other] = rows
  if (!other) return
  if (other.situacao !== 'AUTORIZADA') throw new ApiError(400, 'nfce.substitute-waits', { numero: other.numero })
  const reais = (value: NoteToSubstitute['vNF']): string =>
    amount(value ?? 0)
      .toFixed(2)
      .replace('.', ',')
  const [total, theirs] = [reais(note.vNF), reais(other.vNF)]
  if (total !== theirs) throw new ApiError(400, 'nfce.substitute-total', { numero: other.numero, other: theirs, total })
}
