import type { Queries, RowOf } from '../../../server/domain.ts'
import { recordStockCount } from '../ledger/recordStockCount.ts'
import { goodsSums } from '../tables/goodsSums.ts'
import { rebuildExpansions } from '../tables/rebuildExpansions.ts'
import { standingCombos } from '../tables/stockLedger.ts'

const DAY = 86_400_000
/** Days before the last moment at which the store was counted. */
const COUNTED = 3

/**
 * Makes the stock of a demo store look lived in: its first inventory is finalised some days ago, with what was sold since and a
 * rest that differs by product, so that some are missing, some are low, and some expire soon.
 */
export async function loadDemoStock(q: Queries, lojaId: number, now: number): Promise<void> {
  await q.query(standingCombos)
  await rebuildExpansions(q, lojaId)
  await goodsSums.rebuild(q, lojaId)
  const moment = new Date(now - COUNTED * DAY).toISOString()
  const { rows } = await q.query<RowOf<'inventarios', 'id'>>(
    'SELECT id FROM inventarios WHERE "lojaId" = $1 AND contagem_em IS NULL ORDER BY id LIMIT 1',
    [lojaId],
  )
  const id = Number(rows[0]?.id ?? 0)
  if (id === 0) return
  const { rows: lines } = await q.query<RowOf<'inventarios_itens', 'produtoId'> & { quantidade: string }>(COUNT, [
    lojaId,
    id,
    moment,
  ])
  await recordStockCount(q, {
    lojaId,
    source: { register: 'inventarios', id },
    moment,
    lines: lines.map(({ produtoId, quantidade }) => ({ produtoId: Number(produtoId), quantity: quantidade })),
  })
  await q.query(
    `UPDATE inventarios SET contagem_em = $3::timestamptz, status = 'FINALIZADO', total_quebra = 0 WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, id, moment],
  )
  await q.query(LIMITS, [lojaId, id, new Date(now).toISOString().slice(0, 10)])
}

/** Counts the sales since the count, and a rest: none of every seventh product, a little of others. Kept as the inventory's lines. */
const COUNT = `UPDATE inventarios_itens i SET quantidade_estoque = c.quantidade, quebra_estoque = 0, valor_quebra = 0
  FROM (SELECT l.id, row_number() OVER (ORDER BY l.id) AS lugar,
      greatest(0, round(-coalesce((SELECT sum(v.qtd) FROM estoque.vendas_hora v
        WHERE v."lojaId" = $1 AND v."produtoId" = l."produtoId" AND v.hora >= $3::timestamptz), 0)
        + (row_number() OVER (ORDER BY l.id) * 5) % 7 * 4 - 1)) AS quantidade
    FROM inventarios_itens l WHERE l."lojaId" = $1 AND l."inventariosId" = $2) c
  WHERE i."lojaId" = $1 AND i.id = c.id RETURNING i."produtoId", i.quantidade_estoque::text AS quantidade`

/** Least quantities of what is counted, and the days on which some of it expires. */
const LIMITS = `UPDATE produtos p SET qtd_min_prod = 5 + c.lugar % 4, validade = CASE WHEN c.lugar % 9 = 0 THEN $3::date - 2
    WHEN c.lugar % 9 = 3 THEN $3::date WHEN c.lugar % 9 = 5 THEN $3::date + 5 WHEN c.lugar % 9 = 7 THEN $3::date + 45 ELSE p.validade END
  FROM (SELECT "produtoId", row_number() OVER (ORDER BY id) AS lugar FROM inventarios_itens WHERE "lojaId" = $1 AND "inventariosId" = $2) c
  WHERE p."lojaId" = $1 AND p.id = c."produtoId"`
