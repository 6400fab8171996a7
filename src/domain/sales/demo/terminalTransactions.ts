import type { Queries } from '../../../server/domain.ts'

/** Writes the requests to terminals: the last card transactions of a store, one that still waits and one that was cancelled. */
export async function writeTerminalTransactions(q: Queries, store: number, now: number): Promise<void> {
  await q.query(
    `INSERT INTO equipamento_transacaos ("lojaId", "createdAt", "equipamentoId", tipo, valor, "transactionPosId")
     SELECT "lojaId", date, "equipamentoId", type, amount / 100.0, id FROM (SELECT * FROM "Transaction_pos"
       WHERE "lojaId" = $1 AND approved AND "equipamentoId" IS NOT NULL ORDER BY date DESC LIMIT 20) t ORDER BY date`,
    [store],
  )
  await q.query(
    `INSERT INTO equipamento_transacaos ("lojaId", "createdAt", "equipamentoId", tipo, valor, cancelada_em)
     SELECT $1, m.at, e.id, 'CREDITO', m.valor, m.cancelada FROM (SELECT min(id) AS id FROM equipamentos WHERE "lojaId" = $1) e,
       (VALUES ($2::timestamptz, 84.9, $3::timestamptz), ($4::timestamptz, 45.5, NULL)) m(at, valor, cancelada) WHERE e.id IS NOT NULL`,
    [store, ...[40, 35, 2].map(minutes => new Date(now - minutes * 60_000).toISOString())],
  )
}
