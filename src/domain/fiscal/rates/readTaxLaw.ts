import type { Queries, RowOf } from '../../../server/domain.ts'
import {
  type LawPlace,
  type LawRows,
  type TaxLaw,
  type TaxLimitRow,
  type TaxRateRow,
  type TaxRuleRow,
  taxLawOn,
} from '../core/public.ts'
import { readTaxClassRows } from './readTaxClasses.ts'

/** All rules of the law, whatever their days. */
export const readTaxRules = async (q: Queries): Promise<readonly TaxRuleRow[]> =>
  (
    await q.query<TaxRuleRow & Record<string, unknown>>(
      'SELECT regra, regime::int, ativa, vigencia_inicio, vigencia_fim FROM regras_fiscais',
    )
  ).rows

/** Rates of ICMS between states, whatever their days. */
export const readInterstateLimits = async (q: Queries): Promise<readonly TaxLimitRow[]> =>
  (
    await q.query<TaxLimitRow & Record<string, unknown>>(
      `SELECT limite, uf, valor::float8, vigencia_inicio, vigencia_fim FROM limites_fiscais
       WHERE limite IN ('ICMS_INTERESTADUAL', 'ICMS_INTERESTADUAL_REDUZIDA', 'ICMS_INTERESTADUAL_IMPORTADOS')`,
    )
  ).rows

/** Rates of everywhere, of a state and of a municipality, rates between states, and all rules. */
export async function readLawRows(
  q: Queries,
  {
    uf,
    municipio,
    modelo,
    classes,
  }: Pick<LawPlace, 'uf' | 'municipio'> & {
    readonly modelo?: LawPlace['modelo']
    readonly classes: readonly string[] | null
  },
): Promise<LawRows> {
  const [rows, rates, rules, limits] = await Promise.all([
    readTaxClassRows(q, classes && [...new Set(classes)]),
    q.query<TaxRateRow & Record<string, unknown>>(
      `SELECT tributo, local, classe, aliquota::float8, vigencia_inicio, vigencia_fim FROM aliquotas_ibscbs WHERE local = ANY($1)`,
      [['BR', uf, municipio ?? '']],
    ),
    readTaxRules(q),
    // A consumer's note is within its state.
    modelo === '65' ? [] : readInterstateLimits(q),
  ])
  return { classes: rows, rates: rates.rows, rules, limits }
}

/** The law of one note, by the registers of the platform. */
export async function readTaxLaw(q: Queries, place: LawPlace, classes: readonly string[]): Promise<TaxLaw> {
  return taxLawOn(await readLawRows(q, { ...place, classes }), place)
}

/** A limit of a state on a day, else that of the country; undefined where there is none. */
export async function readFiscalLimit(q: Queries, limite: string, uf: string, day: string): Promise<number | undefined> {
  const { rows } = await q.query<RowOf<'limites_fiscais', 'valor'>>(
    `SELECT valor FROM limites_fiscais WHERE limite = $1 AND uf IN ('BR', $2) AND vigencia_inicio <= $3::date
       AND coalesce(vigencia_fim, $3::date) >= $3::date ORDER BY uf = 'BR', vigencia_inicio DESC LIMIT 1`,
    [limite, uf, day],
  )
  return rows[0] ? Number(rows[0].valor) : undefined
}

/** A limit of a store's own state, as it is at a moment: on its day in the store's zone. */
export async function readStoreLimit(q: Queries, lojaId: number, limite: string, at: Date): Promise<number | undefined> {
  const { rows } = await q.query<RowOf<'limites_fiscais', 'valor'>>(
    `SELECT l.valor FROM lojas s
     CROSS JOIN LATERAL (SELECT ($3::timestamptz AT TIME ZONE coalesce(s.fuso_horario, 'America/Sao_Paulo'))::date AS dia) d
     JOIN limites_fiscais l ON l.limite = $2 AND l.uf IN ('BR', s.uf) AND l.vigencia_inicio <= d.dia AND coalesce(l.vigencia_fim, d.dia) >= d.dia
     WHERE s."lojaId" = $1 AND s.id = $1 ORDER BY l.uf = 'BR', l.vigencia_inicio DESC LIMIT 1`,
    [lojaId, limite, at.toISOString()],
  )
  return rows[0] ? Number(rows[0].valor) : undefined
}
