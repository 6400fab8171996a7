/**
 * The CFOP of goods that come back, by the one under which they left (Convênio s/nº of 1970, annex II): sales of one's own production and of
 * bought goods, with and without substitution, fuel. The first digit tells from where: 1 the state, 2 another one, 3 abroad.
 */
const returns: Readonly<Record<string, string>> = {
  ...allTo('201', ['101', '103', '105', '107', '109', '111', '113', '116', '118', '122', '124', '125']),
  ...allTo('202', ['102', '104', '106', '108', '110', '112', '114', '115', '117', '119', '120', '123']),
  ...allTo('410', ['401', '402']),
  ...allTo('411', ['403', '405']),
  ...allTo('660', ['651', '654']),
  ...allTo('661', ['652', '655']),
  ...allTo('662', ['653', '656']),
}

/** Another entry that the table does not specify. */
const otherEntry = '949'

function allTo(entry: string, left: readonly string[]): Record<string, string> {
  return Object.fromEntries(left.map(code => [code, entry]))
}

/** The CFOP under which goods come back to whoever sold them; none where they did not leave. */
export function returnCfopOf(cfop: string): string | undefined {
  if (!/^[567]\d{3}$/.test(cfop)) return undefined
  return `${Number(cfop[0]) - 4}${returns[cfop.slice(1)] ?? otherEntry}`
}

/** The CFOP of an invoice for what a consumer's note told already: in the state, and beyond it. */
export const registeredCfopOf = (operation: number): string => (operation === 2 ? '6929' : '5929')
