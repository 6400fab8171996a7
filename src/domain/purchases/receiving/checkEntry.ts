import type { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../base/decimal.ts'
import type { Problem } from '../../../model/problem.ts'
import { isEntryOperation, type Operations, paysTotal } from '../../fiscal/public.ts'
import type { Entry } from './readEntry.ts'

const number = /^\d{1,14}(\.\d{1,10})?$/
const within = (value: number | string, least: number, most: number): boolean =>
  number.test(String(value)) && Number(value) >= least && Number(value) <= most

/** Returns the problems that keep a note from being entered, each at its place. Its own arithmetic is not checked. */
export const checkEntry = (entry: Entry, operations: Operations): Problem[] => [
  ...itemProblems(entry, operations),
  ...billProblems(entry),
]

/** Returns the problems of items. */
export const itemProblems = ({ items, products }: Entry, operations: Operations): Problem[] => [
  ...items.flatMap(({ produtoId, fator, venda }, at) => [
    ...(produtoId !== null && products.has(produtoId)
      ? priceProblems(venda, at)
      : [problem(`itens.${at}.produtoId`, 'product-missing', at)]),
    ...(within(fator, 0.001, 99_999_999.9999) ? [] : [problem(`itens.${at}.fator`, 'factor-range', at)]),
  ]),
  ...operationProblems(items, operations),
]

/** Operations of entry that do not exist. */
export const operationProblems = (items: readonly { readonly CFOP_entrada?: unknown }[], operations: Operations): Problem[] =>
  items.flatMap(({ CFOP_entrada: code }, at) =>
    typeof code !== 'string' || code === '' || isEntryOperation(operations, code)
      ? []
      : [problem(`itens.${at}.CFOP_entrada`, 'cfop-unknown', at)],
  )

/** A sold product has a price, from which its margin follows; 0 for what is only used up. */
function priceProblems(venda: number | string | null, at: number): Problem[] {
  if (venda === null) return [problem(`itens.${at}.margem`, 'margin-required', at)]
  return within(venda, 0, 9_999_999_999.99) ? [] : [problem(`itens.${at}.venda`, 'price-range', at)]
}

/** Returns the problems of bills. */
export function billProblems({ note, bills, paid }: Entry): Problem[] {
  const found = bills.flatMap(({ vencimento, valor, classificacaoId, centroCustoId }, at) => [
    ...(isDay(vencimento) ? [] : [problem(`pagamentos.${at}.vencimento`, 'due-date')]),
    ...(within(valor, 0.01, 9_999_999_999.99) ? [] : [problem(`pagamentos.${at}.valor`, 'payment-range')]),
    ...(classificacaoId ? [] : [problem('classificacaoId', 'classification')]),
    ...(centroCustoId ? [] : [problem('centroCustoId', 'cost-centre')]),
  ])
  if (found.length > 0) return distinct(found)
  const due = unpaidPart(note.vNF, paid)
  const billed = unpaidPart(note.valor_fatura ?? note.vNF, paid)
  const nothingToPay = bills.length === 0 && (note.sem_pagamento || due.isZero())
  const values = bills.map(({ valor }) => valor)
  if (nothingToPay || paysTotal(values, due.toString()) || paysTotal(values, billed.toString())) return []
  const sum = printed(values.reduce<Decimal>((all, each) => all.plus(each), new ExactDecimal(0)))
  if (Number(paid) > 0) {
    const params = { sum, paid: printed(new ExactDecimal(paid)), due: printed(due) }
    return [{ path: 'pagamentos', code: 'received.payments-advance', params }]
  }
  if (note.valor_fatura === null || Number(note.valor_fatura) === Number(note.vNF))
    return [problem('pagamentos', 'payments-total')]
  const params = { sum, bill: printed(new ExactDecimal(note.valor_fatura)) }
  return [{ path: 'pagamentos', code: 'received.payments-bill', params }]
}

const unpaidPart = (total: string, paid: string): Decimal => ExactDecimal.max(0, new ExactDecimal(total).minus(paid))

const printed = (value: Decimal): string =>
  `R$ ${value
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ' ')
    .replace('.', ',')
    .replaceAll(' ', '.')}`

const problem = (path: string, code: string, at = 0): Problem => ({ path, code: `received.${code}`, params: { item: at + 1 } })

const distinct = (all: readonly Problem[]): Problem[] => [...new Map(all.map(one => [`${one.path} ${one.code}`, one])).values()]

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}
