import { formatDate } from '../../../../base/dates.ts'
import { formatMoney } from '../../../../base/number.ts'
import type { Translate } from '../../../../model/formatMessage.ts'
import type { BillFit, Proposal } from './proposal.ts'

/** A bill as people know it: what it is for, and whose. */
export const billName = ({ text, partner }: { readonly text: string; readonly partner: string }, say: Translate): string =>
  [text || say('bank.bill-unnamed'), partner === '' || text.includes(partner) ? '' : partner].filter(Boolean).join(' · ')

/** A proposal with its reason, in words. */
export function proposalText(proposal: Proposal, say: Translate): string {
  switch (proposal.kind) {
    case 'CONTA':
      return fitText(proposal.fit, say)
    case 'VARIAS': {
      const [first, ...others] = proposal.fits
      if (!first) return ''
      return say('bank.why-several', { count: others.length + 1, first: fitText(first, say) })
    }
    case 'VENDAS': {
      const { sales } = proposal
      const params = { currency: sales.currency, day: formatDate(sales.day) }
      if ('cents' in sales) return say('bank.why-receipt', { ...params, value: formatMoney(sales.cents / 100) })
      if (sales.gross === sales.net) return say('bank.why-sales', params)
      // The day's gross sales are left out: readers of bills may not see sales.
      return say('bank.why-sales-net', params)
    }
    case 'NOVA': {
      const { classification, partner } = proposal.known
      return say('bank.why-new', { classification: partner === '' ? classification : `${classification} · ${partner}` })
    }
    case 'NENHUMA':
      return say('bank.why-none')
  }
}

/** A bill and why it fits a line: `Aluguel · Imobiliária Sol: mesmo valor, vence no dia, o histórico traz “imobiliaria”`. */
function fitText({ bill, days, said }: BillFit, say: Translate): string {
  const state = bill.paid ? 'paid' : 'due'
  const when =
    days === 0
      ? say(`bank.why-${state}-same`)
      : say(`bank.why-${state}-${days < 0 ? 'before' : 'after'}`, { count: Math.abs(days), day: formatDate(bill.day) })
  const memo = said === undefined ? '' : `, ${say(`bank.why-said-${said.of}`, { word: said.word })}`
  return `${billName(bill, say)}: ${say('bank.why-value')}, ${when}${memo}`
}
