import type { Queries, RowOf } from '../../../server/domain.ts'
import { amount, outsideOfBase, splitTip } from '../core/public.ts'
import { readRegime, readRegimeLaw } from '../regime/readRegime.ts'

interface Line {
  readonly valor_bruto: number
  readonly valor_desconto: number
  readonly valor_outro: number
}

interface SaleFacts extends RowOf<'lojas', 'uf'> {
  readonly retido: number
  readonly dia: string
}

/** Reads what of each line of a sale is outside of the base of IBS and CBS, by the store's regime on the day of the sale. */
export async function readOutsideOfBase(
  q: Queries,
  lojaId: number,
  movimentoId: number,
  lines: readonly Line[],
): Promise<number[]> {
  const { rows } = await q.query<SaleFacts>(
    `SELECT coalesce(m.total_retido, round((m.total_bruto - m.total_desconto) * i.retencao / 100, 2), 0)::float8 AS retido, l.uf,
       (coalesce(m.recebido_em, m.aberto_em, now()) AT TIME ZONE coalesce(l.fuso_horario, 'America/Sao_Paulo'))::date::text AS dia
     FROM "Movimentos" m JOIN lojas l ON l."lojaId" = $1 AND l.id = $1
     LEFT JOIN intermediadores i ON i."lojaId" = $1 AND i.canal_venda = m.canal_venda
     WHERE m."lojaId" = $1 AND m.id = $2 LIMIT 1`,
    [lojaId, movimentoId],
  )
  const [sale] = rows
  if (!sale) return []
  const regime = await readRegime(q, lojaId, sale.dia)
  if (!regime.restaurante) return []
  const valued = lines.map(({ valor_bruto, valor_desconto, valor_outro }) => ({
    valor: amount(valor_bruto).minus(valor_desconto),
    servico: amount(valor_outro),
  }))
  const sum = (name: 'valor' | 'servico') => valued.reduce((all, line) => all.plus(line[name]), amount(0))
  const { tips } = await readRegimeLaw(q, regime, placeOf(sale))
  const parts = regime.gorjeta ? splitTip(sum('servico'), sum('valor'), tips) : []
  const gorjeta = parts.reduce((all, { valor, semIbsCbs }) => (semIbsCbs ? all.plus(valor) : all), amount(0))
  return outsideOfBase(valued, { gorjeta, retido: amount(sale.retido) }).map(share => share.toNumber())
}

const placeOf = ({ dia, uf }: SaleFacts) => ({ day: dia, uf: uf ?? '' })
