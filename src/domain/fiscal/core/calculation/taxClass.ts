/** The reductions of IBS and CBS of a `cClassTrib`, in percent; `taxed` is false where the item has no `gIBSCBS`. */
export interface TaxClass {
  readonly pRedIBS: number
  readonly pRedCBS: number
  readonly taxed: boolean
}

/** Finds a class; undefined where it is not known how it is taxed. */
export type FindTaxClass = (cClassTrib: string) => TaxClass | undefined

/** The first three digits of a class are its CST, which says whether there is anything to work out. */
function classOfCst(cst: string, pRedIBS: number, pRedCBS: number): TaxClass | undefined {
  if (cst === '000' || cst === '200') return { pRedIBS, pRedCBS, taxed: true }
  return cst === '400' || cst === '410' ? { pRedIBS: 0, pRedCBS: 0, taxed: false } : undefined
}

/** A row of the authority's table, as the register of classes keeps it; days as 2026-11-23. */
export interface TaxClassRow {
  readonly id: string
  readonly cst: string
  readonly red_ibs: number
  readonly red_cbs: number
  readonly nfe: boolean
  readonly nfce: boolean
  readonly vigencia_inicio: string | null
  readonly vigencia_fim: string | null
}

/** Why a note may not have a class: no row names it, it is not in force that day, notes of the model may not have it. */
export type ClassFault = 'unknown' | 'not-in-force' | 'other-model'

const inForce = (day: string, { vigencia_inicio, vigencia_fim }: TaxClassRow): boolean =>
  (vigencia_inicio ?? day) <= day && day <= (vigencia_fim ?? day)

/** Finds what is wrong with a class in the notes of a model on their day, by these rows. */
export function classFaultOn(
  rows: readonly TaxClassRow[],
  day: string,
  modelo: '55' | '65',
): (cClassTrib: string) => ClassFault | undefined {
  return cClassTrib => {
    const row = rows.find(({ id }) => id === cClassTrib)
    if (!row) return 'unknown'
    if (!inForce(day, row)) return 'not-in-force'
    return (modelo === '65' ? row.nfce : row.nfe) ? undefined : 'other-model'
  }
}

/**
 * Classes of the notes of a model on their day of issue, by these rows. A class that no row names, that is not in force that day, or that notes of
 * the model may not have, is not known. Uniform and fixed rates, deferral, suspension, fuel and adjustments are left to whoever knows more.
 */
export function taxClassesOn(rows: readonly TaxClassRow[], day: string, modelo: '55' | '65'): FindTaxClass {
  const byId = new Map(rows.map(row => [row.id, row]))
  return cClassTrib => {
    const row = byId.get(cClassTrib)
    if (!row) return undefined
    return inForce(day, row) && (modelo === '65' ? row.nfce : row.nfe) ? classOfCst(row.cst, row.red_ibs, row.red_cbs) : undefined
  }
}
