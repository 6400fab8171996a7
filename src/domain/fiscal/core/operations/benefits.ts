/** The code by which a state has a note say that there is no benefit. */
const without = 'SEM CBENEF'

/** A row of a state's table of benefits that holds on the day: a code and a CST of ICMS with which it may stand. */
export interface BenefitRow {
  readonly codigo: string
  readonly cst: string
}

/** The state's table on the day; empty where nobody gave one. */
export type BenefitTable = readonly BenefitRow[]

/** Why an item cannot say its benefit as it is: the state has none for its CST, has others, or wants one. */
export type BenefitProblem = 'unlike' | 'missing'

/** The code that an item tells (`cBenef`), as the state's table has it. A state without a table is asked nothing (rejections 930 and 931). */
export function benefitOf(
  typed: string | null | undefined,
  cst: string,
  table: BenefitTable,
): { readonly codigo: string | undefined; readonly problem?: BenefitProblem } {
  const written = (typed ?? '').trim().toUpperCase()
  const codigo = /^(\w{8}|\w{10}|SEM CBENEF)$/.test(written) ? written : undefined
  if (table.length === 0) return { codigo }
  const known = table.filter(row => row.cst === cst).map(row => row.codigo)
  if (codigo !== undefined) return known.includes(codigo) ? { codigo } : { codigo, problem: 'unlike' }
  if (known.length === 0) return { codigo }
  return known.includes(without) ? { codigo: without } : { codigo, problem: 'missing' }
}
