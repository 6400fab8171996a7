/** What of IBS and CBS a `cClassTrib` says: its reductions in percent; `taxed` is false where the item has no `gIBSCBS`. */
export interface TaxClass {
  readonly pRedIBS: number
  readonly pRedCBS: number
  readonly taxed: boolean
}

/** Finds a class; undefined where it is not known how it is taxed. */
export type FindTaxClass = (cClassTrib: string) => TaxClass | undefined

/** Classes of CST 200 by their reductions of IBS and CBS: the authority's table of 15/01/2026 (LC 214/2025, annexes I to XVII). */
const reduced: readonly (readonly [pRedIBS: number, pRedCBS: number, classes: string])[] = [
  [30, 30, '200052'],
  [40, 40, '200047 200048 200049 200050 200051'],
  [50, 50, '200046'],
  [
    60,
    60,
    '200028 200029 200030 200031 200032 200033 200034 200035 200036 200037 200038 200039 200040 200041 200042 200043 200044 200045',
  ],
  [60, 100, '200025'],
  [70, 70, '200027'],
  [80, 80, '200026'],
  [
    100,
    100,
    '200001 200002 200003 200004 200005 200006 200007 200008 200009 200010 200011 200012 200013 200014 200015 200016 200017 200018 200019 200020 200021 200022 200023 200024',
  ],
]

const reductions: ReadonlyMap<string, readonly [number, number]> = new Map(
  reduced.flatMap(([pRedIBS, pRedCBS, classes]) => classes.split(' ').map(each => [each, [pRedIBS, pRedCBS] as const])),
)

/** A class by the table that the software came with. Uniform and fixed rates, deferral, suspension, fuel and adjustments are left to whoever knows more. */
export const findTaxClass: FindTaxClass = cClassTrib => {
  const [pRedIBS = 0, pRedCBS = 0] = reductions.get(cClassTrib) ?? []
  return cClassTrib.startsWith('200') && !reductions.has(cClassTrib)
    ? undefined
    : classOfCst(cClassTrib.slice(0, 3), pRedIBS, pRedCBS)
}

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

/**
 * Classes of the notes of a model on their day of issue, by these rows. A class that is not in force that day, or that notes of the
 * model may not have, is not known; one that no row names is that of the table that the software came with.
 */
export function taxClassesOn(rows: readonly TaxClassRow[], day: string, modelo: '55' | '65'): FindTaxClass {
  const byId = new Map(rows.map(row => [row.id, row]))
  return cClassTrib => {
    const row = byId.get(cClassTrib)
    if (!row) return findTaxClass(cClassTrib)
    const inForce = (row.vigencia_inicio ?? day) <= day && day <= (row.vigencia_fim ?? day)
    return inForce && (modelo === '65' ? row.nfce : row.nfe) ? classOfCst(row.cst, row.red_ibs, row.red_cbs) : undefined
  }
}
