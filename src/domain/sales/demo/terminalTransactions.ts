import type { Queries, ValuesOf } from '../../../server/domain.ts'

type Asked = ValuesOf<'equipamento_transacaos', 'createdAt' | 'tipo' | 'valor' | 'cancelada_em'>

/** Writes the requests to terminals: the last card transactions of a store, one that still waits and one that was cancelled. */
export async function writeTerminalTransactions(q: Queries, store: number, now: number): Promise<void> {
  await q.query(
    `INSERT INTO equipamento_transacaos ("lojaId", "createdAt", "equipamentoId", tipo, valor, "transactionPosId")
     SELECT "lojaId", date, "equipamentoId", type, amount / 100.0, id FROM (SELECT * FROM "Transaction_pos"
       WHERE "lojaId" = $1 AND approved AND "equipamentoId" IS NOT NULL ORDER BY date DESC LIMIT 20) t ORDER BY date`,
    [store],
  )
  const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()
  const asked: readonly Asked[] = [
    { createdAt: ago(40), tipo: 'CREDITO', valor: 84.9, cancelada_em: ago(35) },
    { createdAt: ago(2), tipo: 'CREDITO', valor: 45.5, cancelada_em: null },
  ]
  await q.query(
    `INSERT INTO equipamento_transacaos ("lojaId", "createdAt", "equipamentoId", tipo, valor, cancelada_em)
     SELECT $1, m.at, e.id, m.tipo, m.valor, m.cancelada FROM (SELECT min(id) AS id FROM equipamentos WHERE "lojaId" = $1) e,
       unnest($2::timestamptz[], $3::text[], $4::numeric[], $5::timestamptz[]) m(at, tipo, valor, cancelada) WHERE e.id IS NOT NULL`,
    [
      store,
      asked.map(({ createdAt }) => createdAt),
      asked.map(({ tipo }) => tipo),
      asked.map(({ valor }) => valor),
      asked.map(({ cancelada_em }) => cancelada_em),
    ],
  )
}
