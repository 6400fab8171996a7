import type { Decimal } from 'decimal.js'
import { type AnalyticItem, nothing, plus } from './analytics.ts'
import { spedDay } from './days.ts'
import { returnsWithheld } from './layout/returnsWithheld.ts'
import type { SpedPeriod } from './opening.ts'
import type { SpedLines } from './spedFile.ts'

/** The tax withheld for a state: what sales hold back, what returns and other entries give back. */
interface Withheld {
  readonly sold: Decimal
  readonly returned: Decimal
  readonly others: Decimal
}

/** The difference of rates that is owed to a consumer's state, and its fund against poverty. */
interface Difference {
  readonly debits: Decimal
  readonly credits: Decimal
  readonly fundDebits: Decimal
  readonly fundCredits: Decimal
}

/** The debits and credits of a period: the sums of all C190 by their operations, of the tax withheld and of the difference of rates by state. */
export class TaxBalance {
  debitos = nothing
  creditos = nothing
  private readonly withheld = new Map<string, Withheld>()
  private readonly differences = new Map<string, Difference>()

  /** Adds the sum of a document. `uf`: the state of the other side. */
  add({ cfop, icms, icmsSt }: AnalyticItem, uf: string): void {
    const leaves = cfop >= '5'
    if (leaves) this.debitos = plus(this.debitos, icms)
    else this.creditos = plus(this.creditos, icms)
    if (icmsSt.isZero()) return
    const known = this.withheld.get(uf) ?? { sold: nothing, returned: nothing, others: nothing }
    const part = leaves ? 'sold' : returnsWithheld.test(cfop) ? 'returned' : 'others'
    this.withheld.set(uf, { ...known, [part]: known[part].plus(icmsSt) })
  }

  /** Adds the difference of rates of a sale to a consumer of a state; of one that comes back where `comesBack`. */
  addDifference(uf: string, tax: Decimal, fund: Decimal, comesBack: boolean): void {
    const none = { debits: nothing, credits: nothing, fundDebits: nothing, fundCredits: nothing }
    const known = this.differences.get(uf) ?? none
    const sums = comesBack
      ? { credits: known.credits.plus(tax), fundCredits: known.fundCredits.plus(fund) }
      : { debits: known.debits.plus(tax), fundDebits: known.fundDebits.plus(fund) }
    this.differences.set(uf, { ...known, ...sums })
  }

  /** Writes block E: the tax owed for the period, without adjustments, and without dates and codes of payment: those are the accountant's. */
  write(lines: SpedLines, { de, ate }: SpedPeriod): void {
    const days = { DT_INI: spedDay(de), DT_FIN: spedDay(ate) }
    lines.add('E001', { IND_MOV: 0 })
    lines.add('E100', days)
    this.writeOwn(lines)
    for (const [UF, withheld] of [...this.withheld].toSorted(byState)) {
      lines.add('E200', { UF, ...days })
      writeWithheld(lines, withheld)
    }
    for (const [UF, difference] of [...this.differences].toSorted(byState)) {
      lines.add('E300', { UF, ...days })
      writeDifference(lines, difference)
    }
    lines.add('E990', { QTD_LIN_E: lines.blockCount('E') + 1 })
  }

  private writeOwn(lines: SpedLines): void {
    const { owed, left } = balanceOf(this.debitos.minus(this.creditos))
    lines.add('E110', {
      VL_TOT_DEBITOS: this.debitos,
      VL_AJ_DEBITOS: 0,
      VL_TOT_AJ_DEBITOS: 0,
      VL_ESTORNOS_CRED: 0,
      VL_TOT_CREDITOS: this.creditos,
      VL_AJ_CREDITOS: 0,
      VL_TOT_AJ_CREDITOS: 0,
      VL_ESTORNOS_DEB: 0,
      VL_SLD_CREDOR_ANT: 0,
      VL_SLD_APURADO: owed,
      VL_TOT_DED: 0,
      VL_ICMS_RECOLHER: owed,
      VL_SLD_CREDOR_TRANSPORTAR: left,
      DEB_ESP: 0,
    })
  }
}

const byState = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => (one < other ? -1 : 1)

/** A balance as what is owed, or what is left for the next period. */
const balanceOf = (balance: Decimal): { readonly owed: Decimal; readonly left: Decimal } =>
  balance.isNegative() ? { owed: nothing, left: balance.negated() } : { owed: balance, left: nothing }

function writeWithheld(lines: SpedLines, { sold, returned: back, others }: Withheld): void {
  const { owed, left } = balanceOf(sold.minus(back).minus(others))
  lines.add('E210', {
    IND_MOV_ST: '1',
    VL_SLD_CRED_ANT_ST: 0,
    VL_DEVOL_ST: back,
    VL_RESSARC_ST: 0,
    VL_OUT_CRED_ST: others,
    VL_AJ_CREDITOS_ST: 0,
    VL_RETENCAO_ST: sold,
    VL_OUT_DEB_ST: 0,
    VL_AJ_DEBITOS_ST: 0,
    VL_SLD_DEV_ANT_ST: owed,
    VL_DEDUCOES_ST: 0,
    VL_ICMS_RECOL_ST: owed,
    VL_SLD_CRED_ST_TRANSPORTAR: left,
    DEB_ESP_ST: 0,
  })
}

function writeDifference(lines: SpedLines, { debits, credits, fundDebits, fundCredits }: Difference): void {
  const [tax, fund] = [balanceOf(debits.minus(credits)), balanceOf(fundDebits.minus(fundCredits))]
  lines.add('E310', {
    IND_MOV_FCP_DIFAL: '1',
    VL_SLD_CRED_ANT_DIFAL: 0,
    VL_TOT_DEBITOS_DIFAL: debits,
    VL_OUT_DEB_DIFAL: 0,
    VL_TOT_CREDITOS_DIFAL: credits,
    VL_OUT_CRED_DIFAL: 0,
    VL_SLD_DEV_ANT_DIFAL: tax.owed,
    VL_DEDUCOES_DIFAL: 0,
    VL_RECOL_DIFAL: tax.owed,
    VL_SLD_CRED_TRANSPORTAR_DIFAL: tax.left,
    DEB_ESP_DIFAL: 0,
    VL_SLD_CRED_ANT_FCP: 0,
    VL_TOT_DEB_FCP: fundDebits,
    VL_OUT_DEB_FCP: 0,
    VL_TOT_CRED_FCP: fundCredits,
    VL_OUT_CRED_FCP: 0,
    VL_SLD_DEV_ANT_FCP: fund.owed,
    VL_DEDUCOES_FCP: 0,
    VL_RECOL_FCP: fund.owed,
    VL_SLD_CRED_TRANSPORTAR_FCP: fund.left,
    DEB_ESP_FCP: 0,
  })
}
