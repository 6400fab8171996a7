import { DateTime } from 'luxon'
import { ExactDecimal } from '../../../base/decimal.ts'
import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { gtinOf } from '../../fiscal/core/public.ts'
import { spedDay } from './days.ts'
import type { References } from './references.ts'
import type { SpedLines } from './spedFile.ts'

interface CountedRow {
  readonly codigo: string
  readonly auxiliar: ColumnOf<'produtos', 'cod_aux'>
  readonly descricao: ColumnOf<'produtos', 'desc_prod'>
  readonly unidade: ColumnOf<'unidades', 'nome'> | null
  readonly ncm: ColumnOf<'produtos', 'ncmId'>
  readonly cest: ColumnOf<'produtos', 'cestId'>
  readonly materia: ColumnOf<'produtos', 'materia_prima_prod'>
  readonly saldo: string
  readonly custo: string
}

/** The stock that a file tells: February's that of 31 December (H005, motive 01). */
export async function writeInventory(
  q: Queries,
  { lojaId, zone, ate }: { readonly lojaId: number; readonly zone: string; readonly ate: string },
  lines: SpedLines,
  references: References,
): Promise<void> {
  const day = inventoryDay(ate)
  lines.add('H001', { IND_MOV: day ? 0 : 1 })
  if (day) await writeCount(q, { lojaId, zone, day }, lines, references)
  lines.add('H990', { QTD_LIN_H: lines.blockCount('H') + 1 })
}

/** The last day of the year before, for a period that ends in February. */
const inventoryDay = (ate: string): string | undefined =>
  ate.slice(5, 7) === '02' ? `${Number(ate.slice(0, 4)) - 1}-12-31` : undefined

async function writeCount(
  q: Queries,
  { lojaId, zone, day }: { readonly lojaId: number; readonly zone: string; readonly day: string },
  lines: SpedLines,
  references: References,
): Promise<void> {
  const { rows } = await q.query<CountedRow>(
    `SELECT p.cod_prod::text AS codigo, p.cod_aux AS auxiliar, p.desc_prod AS descricao, u.nome AS unidade, p."ncmId" AS ncm, p."cestId" AS cest, p.materia_prima_prod AS materia,
       round(s.saldo, 3)::text AS saldo, coalesce(c.custo, p.preco_cst_prod, 0)::text AS custo
     FROM estoque.f_saldos($1, $2) s JOIN produtos p ON p."lojaId" = $1 AND p.id = s."produtoId"
     LEFT JOIN estoque.f_custos($1, $2) c ON c."produtoId" = p.id
     LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId" WHERE round(s.saldo, 3) > 0 ORDER BY p.cod_prod`,
    [lojaId, DateTime.fromISO(day, { zone }).endOf('day').toISO()],
  )
  const counted = rows.map(row => ({ row, valor: new ExactDecimal(row.saldo).times(row.custo).toDecimalPlaces(2, 4) }))
  lines.add('H005', {
    DT_INV: spedDay(day),
    VL_INV: counted.reduce((sum, { valor }) => sum.plus(valor), new ExactDecimal(0)),
    MOT_INV: '01',
  })
  for (const { row, valor } of counted) {
    const unidade = row.unidade?.slice(0, 6).trim() || 'UN'
    const item = {
      codigo: row.codigo,
      descricao: row.descricao,
      barras: gtinOf(row.codigo) ?? gtinOf(row.auxiliar ?? '') ?? '',
      unidade,
      ncm: row.ncm ?? '',
      cest: row.cest ?? '',
    }
    lines.add('H010', {
      COD_ITEM: references.item({ ...item, tipo: row.materia ? '01' : '00' }),
      UNID: unidade,
      QTD: row.saldo,
      VL_UNIT: row.custo,
      VL_ITEM: valor,
      IND_PROP: '0',
    })
  }
}
