import type { Queries } from '../../../server/domain.ts'
import { type FindTaxClass, type TaxClassRow, taxClassesOn } from '../core/public.ts'

/** Of which note the classes are asked. */
export interface ClassesOfNote {
  /** Day of issue: 2026-11-23. */
  readonly emitida_em: string
  readonly modelo: '55' | '65'
  /** The `cClassTrib` of its items. */
  readonly classes: readonly string[]
}

/** Classes of IBS and CBS as the register has them, for one note on its day of issue. */
export async function readTaxClasses(q: Queries, { emitida_em, modelo, classes }: ClassesOfNote): Promise<FindTaxClass> {
  return taxClassesOn(await readTaxClassRows(q, [...new Set(classes)]), emitida_em, modelo)
}

/** The rows of the register, or of these classes alone. */
export async function readTaxClassRows(q: Queries, classes: readonly string[] | null = null): Promise<readonly TaxClassRow[]> {
  const { rows } = await q.query<TaxClassRow>(
    `SELECT id, cst, coalesce(red_ibs, 0)::float8 AS red_ibs, coalesce(red_cbs, 0)::float8 AS red_cbs, nfe, nfce,
       vigencia_inicio, vigencia_fim FROM cclasstribs WHERE $1::text[] IS NULL OR id = ANY($1)`,
    [classes],
  )
  return rows
}
