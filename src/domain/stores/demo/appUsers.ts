import type { ColumnOf, Queries } from '../../../server/domain.ts'
import type { InsertRecords } from '../../samples/public.ts'

/**
 * The people behind the orders of the app, by name and phone, and the loyalty programme of a store that has such orders. Who gave no
 * name stays nobody.
 */
export async function loadAppUsers(insert: InsertRecords, q: Queries, store: number): Promise<void> {
  const { rows } = await q.query<{
    name: ColumnOf<'AppPedidos', 'customerName'>
    phone: ColumnOf<'AppPedidos', 'customerPhone'>
    first: string
  }>(
    `SELECT "customerName" AS name, "customerPhone" AS phone, min("createdAt") AS first FROM "AppPedidos"
     WHERE "lojaId" = $1 AND "customerPhone" IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    [store],
  )
  if (rows.length === 0) return
  await insert('AppFidelidades', store, [
    {
      ativo: true,
      descricao: 'A cada 10 pedidos, R$ 10,00 de desconto no próximo',
      ...{ quantidade_pedidos: 10, prazo_dias: 30, pedido_valor_minimo: 15, pedido_intervalo_horas: 1, valor_desconto: 10 },
    },
  ])
  const people = rows.map(({ name, phone, first }, at) => ({
    uuid: `00000000-0000-4000-a000-${String(store * 100_000 + at).padStart(12, '0')}`,
    nome: name,
    telefone: phone,
    nascido_em:
      at % 3 === 0
        ? null
        : `${1960 + ((at * 7) % 45)}-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`,
    createdAt: first,
  }))
  await insert('AppUsers', store, people)
  await q.query(
    `UPDATE "AppPedidos" p SET "appUserId" = u.id FROM "AppUsers" u
     WHERE p."lojaId" = $1 AND u."lojaId" = $1 AND u.nome = p."customerName" AND u.telefone = p."customerPhone"`,
    [store],
  )
}
