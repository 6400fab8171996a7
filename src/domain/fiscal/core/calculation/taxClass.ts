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

/** A class by the authority's table. Its first three digits are its CST: uniform and fixed rates, deferral, suspension, fuel and adjustments are left to whoever knows more. */
export const findTaxClass: FindTaxClass = cClassTrib => {
  const cst = cClassTrib.slice(0, 3)
  const [pRedIBS, pRedCBS] = reductions.get(cClassTrib) ?? []
  if (pRedIBS !== undefined && pRedCBS !== undefined) return { pRedIBS, pRedCBS, taxed: true }
  if (cst === '000') return { pRedIBS: 0, pRedCBS: 0, taxed: true }
  return cst === '400' || cst === '410' ? { pRedIBS: 0, pRedCBS: 0, taxed: false } : undefined
}
