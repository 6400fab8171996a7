import type { Decimal } from 'decimal.js'
import { stateOfMunicipality } from '../../../fiscal/core/public.ts'
import { returnsWithheld } from '../layout/returnsWithheld.ts'
import type { SpedDocument } from './checkDocument.ts'
import { difference, numberOf, type Row, type SpedFacts, zero } from './spedRow.ts'

/** Sums what documents owe, by other code than that which wrote block E, and compares it with E110, E210 and E310. */
export class BalanceCheck {
  private readonly sums = new Map<string, Decimal>()
  private readonly owed: { readonly reg: string; readonly uf: string; readonly row: Row }[] = []
  private readonly obligations = new Map<string, Decimal>()
  private state = ''

  /** Adds a document that stands. */
  document({ row, sums, differences }: SpedDocument, { participants, owner }: SpedFacts): void {
    const uf = stateOfMunicipality(participants.get(row.COD_PART ?? '')?.COD_MUN) ?? owner.UF ?? ''
    for (const { CFOP = '', VL_ICMS, VL_ICMS_ST } of sums) {
      const leaves = /^[567]/.test(CFOP)
      // 1605 and 5605 hand over balances: they count on the other side.
      const debit = CFOP === '1605' || (leaves && CFOP !== '5605')
      this.plus(debit ? 'debits' : 'credits', VL_ICMS)
      this.plus(leaves ? `${uf} sold` : returnsWithheld.test(CFOP) ? `${uf} returned` : `${uf} others`, VL_ICMS_ST)
    }
    for (const { VL_ICMS_UF_DEST, VL_ICMS_UF_REM, VL_FCP_UF_DEST } of differences) {
      const back = row.IND_OPER === '0'
      this.plus(back ? `${uf} difference back` : `${uf} difference`, back ? VL_ICMS_UF_REM : VL_ICMS_UF_DEST)
      this.plus(back ? `${uf} fund back` : `${uf} fund`, VL_FCP_UF_DEST)
    }
  }

  /** Takes a record of block E. */
  record(reg: string, row: Row): void {
    if (reg === 'E200' || reg === 'E300') this.state = row.UF ?? ''
    if (reg === 'E110' || reg === 'E210' || reg === 'E310') this.owed.push({ reg, uf: reg === 'E110' ? '' : this.state, row })
    const parent = { E116: 'E110', E250: `E210 ${this.state}`, E316: `E310 ${this.state}` }[reg]
    if (parent) this.obligations.set(parent, (this.obligations.get(parent) ?? zero).plus(numberOf(row.VL_OR)))
  }

  problems(): string[] {
    const own = this.owed.filter(({ reg }) => reg === 'E110')
    const missing = own.length === 1 ? [] : [`there are ${own.length} E110`]
    return [...missing, ...this.owed.flatMap(({ reg, uf, row }) => this.compare(reg, uf, row)), ...this.states(), ...this.paid()]
  }

  /** Returns amounts that are owed and not told as an obligation (E116, E250, E316), by their record: days and codes of payment are the accountant's to add. */
  left(): { readonly of: string; readonly value: Decimal }[] {
    return this.owed.flatMap(({ reg, uf, row }) => {
      const of = uf === '' ? reg : `${reg} ${uf}`
      const value = dueIn(reg, row)
      return value.isZero() || this.obligations.has(of) ? [] : [{ of, value }]
    })
  }

  private compare(reg: string, uf: string, row: Row): string[] {
    const at = (field: string): Decimal => numberOf(row[field])
    const balance = (what: string, due: Decimal, [owed, left]: readonly [string, string]): string[] => [
      ...difference(`${what} ${owed}`, at(owed), due.greaterThan(0) ? due : zero),
      ...difference(`${what} ${left}`, at(left), due.isNegative() ? due.negated() : zero),
    ]
    if (reg === 'E110') {
      const debits = at('VL_TOT_DEBITOS').plus(at('VL_AJ_DEBITOS')).plus(at('VL_TOT_AJ_DEBITOS')).plus(at('VL_ESTORNOS_CRED'))
      const credits = at('VL_TOT_CREDITOS').plus(at('VL_AJ_CREDITOS')).plus(at('VL_TOT_AJ_CREDITOS')).plus(at('VL_ESTORNOS_DEB'))
      const due = debits.minus(credits).minus(at('VL_SLD_CREDOR_ANT'))
      return [
        ...difference('E110 debits', at('VL_TOT_DEBITOS'), this.sum('debits')),
        ...difference('E110 credits', at('VL_TOT_CREDITOS'), this.sum('credits')),
        ...balance('E110', due, ['VL_SLD_APURADO', 'VL_SLD_CREDOR_TRANSPORTAR']),
        ...difference('E110 VL_ICMS_RECOLHER', at('VL_ICMS_RECOLHER'), at('VL_SLD_APURADO').minus(at('VL_TOT_DED'))),
      ]
    }
    if (reg === 'E210') {
      const given = at('VL_SLD_CRED_ANT_ST').plus(at('VL_DEVOL_ST')).plus(at('VL_RESSARC_ST')).plus(at('VL_OUT_CRED_ST'))
      const due = at('VL_RETENCAO_ST')
        .plus(at('VL_OUT_DEB_ST'))
        .plus(at('VL_AJ_DEBITOS_ST'))
        .minus(given)
        .minus(at('VL_AJ_CREDITOS_ST'))
      return [
        ...difference(`E210 ${uf} VL_RETENCAO_ST`, at('VL_RETENCAO_ST'), this.sum(`${uf} sold`)),
        ...difference(`E210 ${uf} VL_DEVOL_ST`, at('VL_DEVOL_ST'), this.sum(`${uf} returned`)),
        ...difference(`E210 ${uf} VL_OUT_CRED_ST`, at('VL_OUT_CRED_ST'), this.sum(`${uf} others`)),
        ...balance(`E210 ${uf}`, due, ['VL_SLD_DEV_ANT_ST', 'VL_SLD_CRED_ST_TRANSPORTAR']),
        ...difference(`E210 ${uf} VL_ICMS_RECOL_ST`, at('VL_ICMS_RECOL_ST'), at('VL_SLD_DEV_ANT_ST').minus(at('VL_DEDUCOES_ST'))),
      ]
    }
    const part = (debits: string, credits: string, added: string, taken: string, before: string): Decimal =>
      at(debits).plus(at(added)).minus(at(before)).minus(at(credits)).minus(at(taken))
    const tax = part(
      'VL_TOT_DEBITOS_DIFAL',
      'VL_TOT_CREDITOS_DIFAL',
      'VL_OUT_DEB_DIFAL',
      'VL_OUT_CRED_DIFAL',
      'VL_SLD_CRED_ANT_DIFAL',
    )
    const fund = part('VL_TOT_DEB_FCP', 'VL_TOT_CRED_FCP', 'VL_OUT_DEB_FCP', 'VL_OUT_CRED_FCP', 'VL_SLD_CRED_ANT_FCP')
    return [
      ...difference(`E310 ${uf} VL_TOT_DEBITOS_DIFAL`, at('VL_TOT_DEBITOS_DIFAL'), this.sum(`${uf} difference`)),
      ...difference(`E310 ${uf} VL_TOT_CREDITOS_DIFAL`, at('VL_TOT_CREDITOS_DIFAL'), this.sum(`${uf} difference back`)),
      ...difference(`E310 ${uf} VL_TOT_DEB_FCP`, at('VL_TOT_DEB_FCP'), this.sum(`${uf} fund`)),
      ...difference(`E310 ${uf} VL_TOT_CRED_FCP`, at('VL_TOT_CRED_FCP'), this.sum(`${uf} fund back`)),
      ...balance(`E310 ${uf}`, tax, ['VL_SLD_DEV_ANT_DIFAL', 'VL_SLD_CRED_TRANSPORTAR_DIFAL']),
      ...difference(`E310 ${uf} VL_RECOL_DIFAL`, at('VL_RECOL_DIFAL'), at('VL_SLD_DEV_ANT_DIFAL').minus(at('VL_DEDUCOES_DIFAL'))),
      ...balance(`E310 ${uf}`, fund, ['VL_SLD_DEV_ANT_FCP', 'VL_SLD_CRED_TRANSPORTAR_FCP']),
      ...difference(`E310 ${uf} VL_RECOL_FCP`, at('VL_RECOL_FCP'), at('VL_SLD_DEV_ANT_FCP').minus(at('VL_DEDUCOES_FCP'))),
    ]
  }

  /** A state with tax withheld has its E200, one with a difference of rates its E300; each once. */
  private states(): string[] {
    const told = (reg: string) => this.owed.filter(each => each.reg === reg).map(({ uf }) => uf)
    const due = (parts: readonly string[]) =>
      new Set(
        [...this.sums]
          .filter(([name, value]) => !value.isZero() && parts.some(part => name.endsWith(` ${part}`)))
          .map(([name]) => name.slice(0, 2)),
      )
    return (
      [
        ['E210', 'E200', ['sold', 'returned', 'others']],
        ['E310', 'E300', ['difference', 'difference back', 'fund', 'fund back']],
      ] as const
    ).flatMap(([reg, period, parts]) => {
      const found = told(reg)
      return [
        ...[...due(parts)].filter(uf => !found.includes(uf)).map(uf => `no ${period} of ${uf}`),
        ...found.filter((uf, at) => found.indexOf(uf) !== at).map(uf => `two ${period} of ${uf}`),
      ]
    })
  }

  /** Obligations add up to what is owed, where the accountant has told them. */
  private paid(): string[] {
    return this.owed.flatMap(({ reg, uf, row }) => {
      const of = uf === '' ? reg : `${reg} ${uf}`
      const told = this.obligations.get(of)
      return told ? difference(`obligations of ${of}`, told, dueIn(reg, row)) : []
    })
  }

  private plus(name: string, value: string | undefined): void {
    this.sums.set(name, this.sum(name).plus(numberOf(value)))
  }

  private sum(name: string): Decimal {
    return this.sums.get(name) ?? zero
  }
}

/** Fields that say what is to be paid. */
const due: Readonly<Record<string, readonly string[]>> = {
  E110: ['VL_ICMS_RECOLHER', 'DEB_ESP'],
  E210: ['VL_ICMS_RECOL_ST', 'DEB_ESP_ST'],
  E310: ['VL_RECOL_DIFAL', 'DEB_ESP_DIFAL', 'VL_RECOL_FCP', 'DEB_ESP_FCP'],
}

const dueIn = (reg: string, row: Row): Decimal => (due[reg] ?? []).reduce((sum, field) => sum.plus(numberOf(row[field])), zero)
