import type { ColumnOf, Queries } from '../../../server/domain.ts'
import type { InsertRecords } from '../../samples/public.ts'

/** A key that is the same on every machine. */
const key = (store: number, at: number): string => `00000000-0000-4000-9000-${String(store * 100 + at).padStart(12, '0')}`

/** Two screens of the kitchen: one shows half of the groups, the other the rest, of which one with its first product alone. */
export async function loadKitchen(insert: InsertRecords, q: Queries, store: number): Promise<void> {
  const { rows } = await q.query<{ group: ColumnOf<'grupos', 'id'>; product: ColumnOf<'produtos', 'id'> }>(
    `SELECT g.id AS "group", min(p.id) AS product FROM grupos g JOIN produtos p ON p."lojaId" = g."lojaId" AND p."grupoId" = g.id
     WHERE g."lojaId" = $1 GROUP BY g."lojaId", g.id ORDER BY g.id`,
    [store],
  )
  const half = Math.ceil(rows.length / 2)
  const ids = await insert('kds', store, [
    { uuid: key(store, 1), nome: 'Cozinha', minutos_atraso: 20 },
    { uuid: key(store, 2), nome: 'Bar', minutos_atraso: 10 },
  ])
  const [kitchen = 0, bar = 0] = ids.map(Number)
  const line = (kdsId: number) => (row: { group: string }, at: number) => ({
    kdsId,
    grupoId: Number(row.group),
    ordem: at + 1,
  })
  await insert('kds.grupos', store, [...rows.slice(0, half).map(line(kitchen)), ...rows.slice(half).map(line(bar))])
  const last = rows.at(-1)
  if (last && rows.length > 1) await insert('kds.itens', store, [{ kdsId: bar, produtoId: Number(last.product) }])
}
