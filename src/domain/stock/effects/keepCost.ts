import { type Effect, leaveToCommit, type Queries, requireStore } from '../../../server/domain.ts'

/** Remembers the cost of a product from the moment of its change on: stock of a past day keeps the cost of that day. */
export const keepCost: Effect = {
  lists: [],
  async after({ work, before, record }) {
    if (!before) return
    const [was, is] = [costOf(before), costOf(record)]
    if (was === is) return
    // A list of costs waits for none of them.
    leaveToCommit(work, recordCost(work.q, { lojaId: requireStore(work.caller), produtoId: Number(record.id), was, is }))
  },
}

const costOf = ({ preco_cst_prod }: Readonly<Record<string, unknown>>): number => Number(preco_cst_prod ?? 0)

interface CostChange {
  readonly lojaId: number
  readonly produtoId: number
  readonly was: number
  readonly is: number
}

/** The first change also keeps what the product cost before it, as long as anybody knows. */
async function recordCost(q: Queries, { lojaId, produtoId, was, is }: CostChange): Promise<void> {
  await q.query(
    `INSERT INTO estoque.custos ("lojaId", "produtoId", momento, custo)
     SELECT $1, $2, v.momento, v.custo FROM (VALUES ('-infinity'::timestamptz, $3::numeric), ($5::timestamptz, $4::numeric)) v(momento, custo)
     WHERE v.momento > '-infinity' OR NOT EXISTS (SELECT FROM estoque.custos c WHERE c."lojaId" = $1 AND c."produtoId" = $2)
     ON CONFLICT ("lojaId", "produtoId", momento) DO UPDATE SET custo = EXCLUDED.custo`,
    [lojaId, produtoId, was, is, new Date().toISOString()],
  )
}
