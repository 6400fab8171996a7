import type { Queries, RowOf } from '../../../server/domain.ts'
import { type ClassLaw, draftText, type TipLimits, type TreatmentClasses } from '../core/public.ts'
import { readFiscalLimit } from '../rates/readTaxLaw.ts'

/** The regime of a store on a day. */
export interface StoreRegime {
  readonly regime: 1 | 2 | 3 | 4
  /** Of the Simples: IBS and CBS are paid beside it. */
  readonly regular: boolean
  readonly restaurante: boolean
  /** Whether the service that it charges goes to its staff whole. */
  readonly gorjeta: boolean
}

/** Reads what holds for a store on a day: by its period, else as its profile says. Whoever says nothing of it may be a restaurant. */
export async function readRegime(q: Queries, lojaId: number, day: string): Promise<StoreRegime> {
  const { rows } = await q.query<StoreRegime & Record<string, unknown>>(
    `SELECT coalesce(r.regime_tributario, l.regime_tributario, 1)::int AS regime, coalesce(r.ibscbs = 'REGULAR' AND r.regime_tributario IN (1, 2), false) AS regular,
       coalesce(r.restaurante, true) AS restaurante, coalesce(r.gorjeta AND r.restaurante, false) AS gorjeta
     FROM lojas l LEFT JOIN "Loja_regimes" r ON r."lojaId" = $1 AND r.vigencia_inicio <= $2::date
     WHERE l."lojaId" = $1 AND l.id = $1 ORDER BY r.vigencia_inicio DESC NULLS LAST LIMIT 1`,
    [lojaId, day],
  )
  return rows[0] ?? { regime: 1, regular: false, restaurante: true, gorjeta: false }
}

/** The classes that the law of a day gives treatments. */
export async function readTreatmentClasses(q: Queries, day: string): Promise<TreatmentClasses> {
  const { rows } = await q.query<RowOf<'tratamentos_ibscbs', 'tratamento' | 'cclasstrib'>>(
    `SELECT DISTINCT ON (tratamento) tratamento, cclasstrib FROM tratamentos_ibscbs
     WHERE vigencia_inicio <= $1::date AND coalesce(vigencia_fim, $1::date) >= $1::date ORDER BY tratamento, vigencia_inicio DESC`,
    [day],
  )
  return new Map(rows.map(({ tratamento, cclasstrib }) => [draftText(tratamento), draftText(cclasstrib)]))
}

/** Which classes products have on a day, and how much of a tip stays out of the bases. */
export interface RegimeLaw {
  readonly classes: ClassLaw
  readonly tips: TipLimits
}

/** Reads both for a store in a state. */
export async function readRegimeLaw(
  q: Queries,
  { restaurante }: Pick<StoreRegime, 'restaurante'>,
  { day, uf, contrato = false }: { readonly day: string; readonly uf: string; readonly contrato?: boolean },
): Promise<RegimeLaw> {
  const [classes, icms, ibsCbs] = await Promise.all([
    readTreatmentClasses(q, day),
    readFiscalLimit(q, 'GORJETA_ICMS_PERCENTUAL', uf, day),
    readFiscalLimit(q, 'GORJETA_IBSCBS_PERCENTUAL', uf, day),
  ])
  return { classes: { restaurante, classes, contrato }, tips: { icms, ibsCbs, classe: classes.get('GORJETA') } }
}
