import { type NumbersOf, nextVersion, type Queries, type RowOf } from '../../../server/plugin.ts'

/** Seconds for which a document is whoever sends it; a server that dies meanwhile leaves it to the next. */
const LEASE = 60

/** Seconds for which the authority must not be asked again after it said so (656, "consumo indevido"), by the store and the kind of document. */
const BLOCK = 3600

/** The kinds of messages: a note, the event that cancels or corrects one, a request to void numbers, a word on a supplier's note. */
export type TransmissionKind = 'NOTA' | 'CANCELAMENTO' | 'CORRECAO' | 'INUTILIZACAO' | 'MANIFESTACAO'

/** The register of a document: that of consumer notes, or of outgoing invoices. */
export type TransmissionRegister = 'NFCes' | 'NFe_emissaos'

/** The column that names the record. */
export const ownerColumns: Readonly<Record<TransmissionRegister, string>> = { NFCes: 'nfceId', NFe_emissaos: 'nfeEmissaoId' }

/** A signed document on its way. */
export interface Transmission
  extends RowOf<'NFe_transmissaos', 'cStat' | 'xMotivo' | 'protocolo' | 'decidida_em'>,
    NumbersOf<'NFe_transmissaos', 'serie' | 'numero'> {
  readonly id: number
  readonly tipo: TransmissionKind
  readonly modelo: '55' | '65'
  readonly ambiente: 1 | 2
  readonly register: TransmissionRegister
  readonly recordId: number
  readonly chave: string
  /** The signed bytes: nothing else is ever sent. */
  readonly documento: string
  readonly estado: 'PENDENTE' | 'ACEITO' | 'REJEITADO'
  readonly contingencia: boolean
  /** Times that somebody took it to send it; proof that it is still theirs. */
  readonly tentativas: number
}

/** Whole numbers of the database are larger than those of JavaScript: it sends them as texts unless told otherwise. */
const columns = `id::float8, tipo, modelo, ambiente::int, CASE WHEN "nfeEmissaoId" IS NULL THEN 'NFCes' ELSE 'NFe_emissaos' END AS register,
  coalesce("nfeEmissaoId", "nfceId", "nfeId")::float8 AS "recordId", chave, serie::int, numero::int, documento, estado, contingencia, "cStat", "xMotivo",
  protocolo, decidida_em, tentativas::int`

/** The data of a message that are stored before its first byte leaves. */
export interface NewTransmission extends Pick<Transmission, 'tipo' | 'ambiente' | 'chave' | 'serie' | 'numero' | 'documento'> {
  /** Of a consumer's note where nothing is said. */
  readonly register?: TransmissionRegister
  readonly modelo?: Transmission['modelo']
  readonly cnf?: string
  readonly impressao?: string
  readonly contingencia?: boolean
}

/** Columns of a new document, and what stands in them, each a place among a statement's values from `first` on. */
function insertOf(said: NewTransmission, later: boolean, first: number): { text: string; values: readonly unknown[] } {
  const { tipo, ambiente, chave, serie, numero, documento, cnf = null, impressao = null, contingencia = false } = said
  const { register = 'NFCes', modelo = '65' } = said
  const values = [
    tipo,
    ambiente,
    chave,
    serie,
    numero,
    documento,
    cnf,
    impressao,
    contingencia,
    later ? 0 : 1,
    later ? null : LEASE,
    modelo,
  ]
  const [model, lease, attempts] = [`$${first + 11}`, `$${first + 10}`, `$${first + 9}`]
  const places = values.slice(0, 9).map((_, at) => `$${first + at}`)
  return {
    text: `INSERT INTO "NFe_transmissaos" ("lojaId", "${ownerColumns[register]}", modelo, estado, tipo, ambiente, chave, serie, numero, documento, cnf, impressao, contingencia,
         tentativas, reservada_ate)
       SELECT $1, n.id, ${model}, 'PENDENTE', ${places.join(', ')}, ${attempts}::int, now() + ${lease}::int * interval '1 second' FROM n RETURNING id`,
    values,
  }
}

const ofConsumer = { register: 'NFCes', modelo: '65' } as const
const undecided = { estado: 'PENDENTE', cStat: null, xMotivo: null, protocolo: null, decidida_em: null } as const

/** Stores the signed document of a record, at once as that of whoever stores it. */
export async function storeTransmission(
  q: Queries,
  lojaId: number,
  recordId: number,
  said: NewTransmission,
): Promise<Transmission> {
  const insert = insertOf(said, false, 3)
  const { rows } = await q.query<{ id: number }>(
    `WITH n AS (SELECT $2::bigint AS id), t AS (${insert.text}) SELECT id::float8 FROM t`,
    [lojaId, recordId, ...insert.values],
  )
  return { contingencia: false, ...ofConsumer, ...said, ...undecided, recordId, id: rows[0]?.id ?? 0, tentativas: 1 }
}

/** The record of a note and its signed bytes. */
export interface NewNote {
  readonly movimentoId: number
  /** The record of a note that was refused; without it there is a new one. */
  readonly again: number | undefined
  /** Columns of the record. */
  readonly record: Readonly<Record<string, unknown>>
  readonly document: NewTransmission
  /** Sent by whoever takes it first. */
  readonly later: boolean
}

/** Stores record and signed note, and tells the sale: one statement, as the next note of the equipment waits for the end of this one. */
export async function storeNoteRows(q: Queries, lojaId: number, note: NewNote): Promise<Transmission> {
  const { movimentoId, again, record, document, later } = note
  const names = Object.keys(record)
  const place = (at: number): string => `$${at + 4}`
  const quoted = names.map(name => `"${name}"`)
  const kept =
    again === undefined
      ? `INSERT INTO "NFCes" ("lojaId", ${quoted.join(', ')}) SELECT $1, ${names.map((_, at) => place(at)).join(', ')} WHERE $3::bigint IS NULL`
      : `UPDATE "NFCes" SET ${quoted.map((name, at) => `${name} = ${place(at)}`).join(', ')}, ${nextVersion()}
         WHERE "lojaId" = $1 AND id = $3`
  const insert = insertOf(document, later, names.length + 4)
  const { rows } = await q.query<{ nfceId: number; id: number }>(
    `WITH n AS (${kept} RETURNING id), t AS (${insert.text}), m AS (
       UPDATE "Movimentos" SET nfce_situacao = 'PENDENTE', ${nextVersion()} WHERE "lojaId" = $1 AND id = $2
     ) SELECT n.id::float8 AS "nfceId", t.id::float8 FROM n, t`,
    [lojaId, movimentoId, again ?? null, ...Object.values(record), ...insert.values],
  )
  const { nfceId = 0, id = 0 } = rows[0] ?? {}
  return { contingencia: false, ...ofConsumer, ...document, ...undecided, recordId: nfceId, id, tentativas: later ? 0 : 1 }
}

/** A document for which the authority blocked the store. */
const isBlocked = `b.estado = 'PENDENTE' AND b."cStat" = '656' AND b.reservada_ate > now()`

/** Until when the authority is not asked about documents of a kind, in the store's environment. */
export async function blockedUntil(
  q: Queries,
  lojaId: number,
  tipo: TransmissionKind,
  modelo: Transmission['modelo'] = '65',
): Promise<Date | undefined> {
  const { rows } = await q.query<{ until: string | null }>(
    `SELECT max(b.reservada_ate) AS until FROM "NFe_transmissaos" b WHERE b."lojaId" = $1 AND b.tipo = $2 AND b.modelo = $3 AND ${isBlocked}
       AND b.ambiente = (SELECT coalesce(ambiente_fiscal, 2) FROM lojas WHERE "lojaId" = $1 AND id = $1)`,
    [lojaId, tipo, modelo],
  )
  const until = rows[0]?.until
  return until ? new Date(until) : undefined
}

/** Keeps that the authority blocked the store (656): nothing of the kind goes for an hour, which the record tells by the store's clock. */
export async function blockTransmission(
  q: Queries,
  lojaId: number,
  { id, tentativas, register, recordId, tipo }: Transmission,
  said: string,
): Promise<void> {
  const { rows } = await q.query<{ until: string }>(
    `UPDATE "NFe_transmissaos" SET reservada_ate = now() + $4::int * interval '1 second', "cStat" = '656', "xMotivo" = left($5, 255), "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3 AND estado = 'PENDENTE' RETURNING reservada_ate AS until`,
    [lojaId, id, tentativas, BLOCK, said],
  )
  const [blocked] = rows
  if (!blocked || tipo === 'CANCELAMENTO' || tipo === 'CORRECAO') return
  await q.query(
    `UPDATE "${register}" n SET "cStat" = '656', ${nextVersion('n.')}, "xMotivo" = left($3, 220) || '. Novo envio às '
       || left(($4::timestamptz AT TIME ZONE coalesce(nullif(l.fuso_horario, ''), 'America/Sao_Paulo'))::time::text, 5)
     FROM lojas l WHERE n."lojaId" = $1 AND n.id = $2 AND l."lojaId" = $1 AND l.id = $1`,
    [lojaId, recordId, said, blocked.until],
  )
}

/** Takes a document to send it; undefined while somebody else has it, and once it is decided. Two servers never have the same. */
export async function takeTransmission(q: Queries, lojaId: number, id: number): Promise<Transmission | undefined> {
  const { rows } = await q.query<Transmission>(
    `UPDATE "NFe_transmissaos" t SET tentativas = tentativas + 1, reservada_ate = now() + $3::int * interval '1 second', "cStat" = NULL, "xMotivo" = NULL,
       "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2 AND estado = 'PENDENTE' AND (reservada_ate IS NULL OR reservada_ate < now())
       AND NOT EXISTS (SELECT FROM "NFe_transmissaos" b WHERE b."lojaId" = $1 AND b.tipo = t.tipo AND b.modelo = t.modelo AND b.ambiente = t.ambiente AND ${isBlocked})
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

/** The last document of a kind that a record has: of a consumer's note where nothing is said. */
export async function lastTransmission(
  q: Queries,
  lojaId: number,
  recordId: number,
  tipo: TransmissionKind,
  register: TransmissionRegister = 'NFCes',
): Promise<Transmission | undefined> {
  const { rows } = await q.query<Transmission>(
    `SELECT ${columns} FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "${ownerColumns[register]}" = $2 AND tipo = $3 ORDER BY id DESC LIMIT 1`,
    [lojaId, recordId, tipo],
  )
  return rows[0]
}

/** How many times in a row the same note may be refused for the same reason: who goes on is locked out by the authority (656). */
const mostRefusals = 3

interface SignedContent {
  readonly register: TransmissionRegister
  readonly recordId: number
  /** Tells whether it is still the same. */
  readonly impressao: string
}

/** Why the same note was refused each of the last times; undefined where it may be tried. */
export async function repeatedRefusal(
  q: Queries,
  lojaId: number,
  { register, recordId, impressao }: SignedContent,
): Promise<{ readonly cStat: string; readonly xMotivo: string } | undefined> {
  const { rows } = await q.query<RowOf<'NFe_transmissaos', 'cStat' | 'xMotivo' | 'impressao' | 'estado'>>(
    `SELECT "cStat", "xMotivo", impressao, estado FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND "${ownerColumns[register]}" = $2 AND tipo = 'NOTA'
     ORDER BY id DESC LIMIT $3`,
    [lojaId, recordId, mostRefusals],
  )
  const [first] = rows
  const all = rows.every(one => one.estado === 'REJEITADO' && one.impressao === impressao && one.cStat === first?.cStat)
  return first && rows.length === mostRefusals && all ? { cStat: first.cStat ?? '', xMotivo: first.xMotivo ?? '' } : undefined
}

/** A document that waits, and to which line of documents it belongs: one that gets no answer holds up only those behind it in its own line. */
export interface PendingTransmission {
  readonly id: number
  readonly line: 'consumer' | 'invoice' | 'received'
}

/** Documents of a store that nobody has decided of, the oldest first. */
export async function pendingTransmissions(q: Queries, lojaId: number): Promise<readonly PendingTransmission[]> {
  const { rows } = await q.query<PendingTransmission & Record<string, unknown>>(
    `SELECT id::float8, CASE WHEN tipo = 'MANIFESTACAO' THEN 'received' WHEN "nfeEmissaoId" IS NULL THEN 'consumer' ELSE 'invoice' END AS line
     FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND estado = 'PENDENTE' ORDER BY tipo = 'MANIFESTACAO', id`,
    [lojaId],
  )
  return rows
}
