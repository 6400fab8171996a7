import type { Queries } from '../../../server/plugin.ts'

/** Seconds for which a document is whoever sends it; a server that dies meanwhile leaves it to the next. */
const LEASE = 60

/** What is sent: a note, the event that cancels one, a request to void numbers. */
export type TransmissionKind = 'NOTA' | 'CANCELAMENTO' | 'INUTILIZACAO'

/** A signed document on its way. */
export interface Transmission {
  readonly id: number
  readonly tipo: TransmissionKind
  readonly ambiente: 1 | 2
  readonly nfceId: number
  readonly chave: string
  readonly serie: number
  readonly numero: number
  /** The signed bytes: nothing else is ever sent. */
  readonly documento: string
  readonly estado: 'PENDENTE' | 'ACEITO' | 'REJEITADO'
  readonly contingencia: boolean
  readonly cStat: string | null
  readonly xMotivo: string | null
  readonly protocolo: string | null
  readonly decidida_em: string | null
  /** Times that somebody took it to send it; proof that it is still theirs. */
  readonly tentativas: number
}

/** Whole numbers of the database are larger than those of JavaScript: it sends them as texts unless told otherwise. */
const columns = `id::float8, tipo, ambiente::int, "nfceId"::float8, chave, serie::int, numero::int, documento, estado, contingencia, "cStat", "xMotivo",
  protocolo, decidida_em, tentativas::int`

/** What is stored of a document before its first byte leaves. */
export interface NewTransmission
  extends Pick<Transmission, 'tipo' | 'ambiente' | 'nfceId' | 'chave' | 'serie' | 'numero' | 'documento'> {
  readonly cnf?: string
  readonly impressao?: string
  readonly contingencia?: boolean
}

/** Stores a signed document; gives its number. */
export async function storeTransmission(q: Queries, lojaId: number, said: NewTransmission): Promise<number> {
  const { rows } = await q.query<{ id: string }>(
    `INSERT INTO "NFe_transmissaos" ("lojaId", tipo, modelo, ambiente, "nfceId", chave, serie, numero, documento, cnf, impressao, contingencia, estado)
     VALUES ($1, $2, '65', $3, $4, $5, $6, $7, $8, $9, $10, $11, 'PENDENTE') RETURNING id`,
    [
      lojaId,
      said.tipo,
      said.ambiente,
      said.nfceId,
      said.chave,
      said.serie,
      said.numero,
      said.documento,
      said.cnf ?? null,
      said.impressao ?? null,
      said.contingencia ?? false,
    ],
  )
  return Number(rows[0]?.id)
}

/** Takes a document to send it; undefined while somebody else has it, and once it is decided. Two servers never have the same. */
export async function takeTransmission(q: Queries, lojaId: number, id: number): Promise<Transmission | undefined> {
  const { rows } = await q.query<Transmission>(
    `UPDATE "NFe_transmissaos" SET tentativas = tentativas + 1, reservada_ate = now() + $3::int * interval '1 second', "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2 AND estado = 'PENDENTE' AND (reservada_ate IS NULL OR reservada_ate < now())
     RETURNING ${columns}`,
    [lojaId, id, LEASE],
  )
  return rows[0]
}

/** Gives it back undecided. */
export async function releaseTransmission(q: Queries, lojaId: number, { id, tentativas }: Transmission): Promise<void> {
  await q.query('UPDATE "NFe_transmissaos" SET reservada_ate = NULL WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3', [
    lojaId,
    id,
    tentativas,
  ])
}

/** A document as it stands. */
export async function findTransmission(q: Queries, lojaId: number, id: number): Promise<Transmission | undefined> {
  const { rows } = await q.query<Transmission>(`SELECT ${columns} FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND id = $2`, [
    lojaId,
    id,
  ])
  return rows[0]
}

/** The last document of a kind that a record of NFCes has. */
export async function lastTransmission(
  q: Queries,
  lojaId: number,
  nfceId: number,
  tipo: TransmissionKind,
): Promise<Transmission | undefined> {
  const { rows } = await q.query<Transmission>(
    `SELECT ${columns} FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "nfceId" = $2 AND tipo = $3 ORDER BY id DESC LIMIT 1`,
    [lojaId, nfceId, tipo],
  )
  return rows[0]
}

/** Documents of a store that nobody has decided of, the oldest first. */
export async function pendingTransmissions(q: Queries, lojaId: number): Promise<readonly number[]> {
  const { rows } = await q.query<{ id: string }>(
    `SELECT id FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND estado = 'PENDENTE' ORDER BY id`,
    [lojaId],
  )
  return rows.map(({ id }) => Number(id))
}
