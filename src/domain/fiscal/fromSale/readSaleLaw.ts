import type { Queries, RowOf } from '../../../server/domain.ts'
import type { SaleLaw } from '../core/public.ts'
import { keptByMarketplace } from '../regime/keptByMarketplace.ts'
import { readRegime, readRegimeLaw } from '../regime/readRegime.ts'

interface SaleFacts extends RowOf<'lojas', 'uf'> {
  readonly retido: number
  readonly dia: string
}

/** Reads the law of a sale: by its store's regime on its day, and what its marketplace kept. */
export async function readSaleLaw(q: Queries, lojaId: number, movimentoId: number, contrato: boolean): Promise<SaleLaw> {
  const { rows } = await q.query<SaleFacts>(
    `SELECT (${keptByMarketplace('m')})::float8 AS retido, l.uf,
       (coalesce(m.recebido_em, m.aberto_em, now()) AT TIME ZONE coalesce(l.fuso_horario, 'America/Sao_Paulo'))::date::text AS dia
     FROM "Movimentos" m JOIN lojas l ON l."lojaId" = $1 AND l.id = $1
     WHERE m."lojaId" = $1 AND m.id = $2 LIMIT 1`,
    [lojaId, movimentoId],
  )
  const { dia, uf, retido } = rows[0] ?? { dia: new Date().toISOString().slice(0, 10), uf: '', retido: 0 }
  const own = await readRegime(q, lojaId, dia)
  const { classes, tips } = await readRegimeLaw(q, own, { day: dia, uf: uf ?? '', contrato })
  // Of a shop the law takes nothing out of the base: that is the restaurants' own regime.
  return { regime: own.regime, classes, tips, gorjeta: own.gorjeta, retido: own.restaurante ? retido : 0 }
}
