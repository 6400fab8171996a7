import type { ColumnOf, Queries, RowOf } from '../../server/domain.ts'

/** A note by which goods of a sale come back, with what was chosen for stock and money. */
export interface ReturnNote {
  readonly id: number
  readonly lojaId: number
  readonly situacao: ColumnOf<'NFe_emissaos', 'situacao'>
  readonly numero: number
  readonly total: number
  readonly parceiroId: number | null
  /** Moments in ISO 8601. */
  readonly authorised: string
  readonly sold: string
  readonly toStock: boolean
  readonly refund: 'A_PAGAR' | 'PAGO' | 'NENHUM' | null
  readonly classificacaoId: number | null
  readonly centroCustoId: number | null
  /** When the goods came back; none where they did not. */
  readonly stockedAt: string | null
  /** The bill that was made of it. */
  readonly contaId: number | null
  readonly lines: readonly { readonly produtoId: number; readonly quantity: number }[]
}

const iso = (moment: string): string => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Goods left when the sale counted, else with the first note that this one names. */
const SOLD = `coalesce((SELECT m.contado_em FROM "Movimentos" m WHERE m."lojaId" = $1 AND m.id = n."movimentoId"),
    (SELECT min(o.emitida_em) FROM "NFe_emissaos" o JOIN "NFe_emissaos_chaves" k ON k."lojaId" = o."lojaId" AND k.chave = o.chave
      WHERE o."lojaId" = $1 AND k."NFe_emissaosId" = n.id), n.autorizada_em, now())`

/** The note as it stands, held until the transaction ends; undefined where it is no return of a sale. */
export async function readReturnNote(q: Queries, lojaId: number, nfeId: number): Promise<ReturnNote | undefined> {
  const { rows } = await q.query<Omit<ReturnNote, 'lines'>>(
    `SELECT n.id::float8 AS id, n."lojaId"::float8 AS "lojaId", n.situacao, n.numero::float8 AS numero, n.total_nota::float8 AS total,
       n."destinatarioId"::float8 AS "parceiroId", ${iso('coalesce(n.autorizada_em, now())')} AS authorised, ${iso(SOLD)} AS sold,
       coalesce(n.volta_estoque, false) AS "toStock", n.reembolso AS refund, n."reembolso_classificacaoId"::float8 AS "classificacaoId",
       n."reembolso_centroCustoId"::float8 AS "centroCustoId", ${iso('n.estoque_em')} AS "stockedAt", n."reembolso_contaId"::float8 AS "contaId"
     FROM "NFe_emissaos" n WHERE n."lojaId" = $1 AND n.id = $2 AND n.finalidade = 4 AND n.tipo_doc = 0 FOR UPDATE OF n`,
    [lojaId, nfeId],
  )
  const [note] = rows
  if (!note) return undefined
  const items = await q.query<ReturnNote['lines'][number]>(
    `SELECT "produtoId"::float8 AS "produtoId", sum(quantidade)::float8 AS quantity FROM "NFe_emissaos_itens"
     WHERE "lojaId" = $1 AND "NFe_emissaosId" = $2 AND "produtoId" > 0 GROUP BY 1 ORDER BY 1`,
    [lojaId, nfeId],
  )
  return { ...note, lines: items.rows }
}

/** Reads who last wrote the note: what follows from it is theirs in the history. */
export async function lastEditor(q: Queries, lojaId: number, nfeId: number): Promise<number | undefined> {
  const { rows } = await q.query<RowOf<'user_logs', 'userId'>>(
    `SELECT "userId" FROM user_logs WHERE "lojaId" = $1 AND recurso = 'NFe_emissaos' AND "recursoId" = $2 AND "userId" > 0 ORDER BY id DESC LIMIT 1`,
    [lojaId, `${nfeId}`],
  )
  const [last] = rows
  return last?.userId ? Number(last.userId) : undefined
}
