import { childrenOf, type DocumentElement, elementAt } from '../../../domain/fiscal/core/public.ts'
import type { DanfeBlock, DanfeBox } from './danfe.ts'
import { joined, moneyAt, printedDay, saidAt, textBox } from './values.ts'

/** Instalments of a row, and the most that have boxes: more stand in the additional information. */
const perRow = 6
const mostBoxes = 24

const instalmentsOf = (info: DocumentElement): readonly DocumentElement[] => childrenOf(elementAt(info, 'cobr'), 'dup')

/** The bill and its instalments. */
export function billingBlock(info: DocumentElement): DanfeBlock[] {
  const bill = elementAt(info, 'cobr/fat')
  const boxes = instalmentsOf(info)
    .slice(0, mostBoxes)
    .map(each =>
      textBox(`Nº ${saidAt(each, 'nDup')}`, `${printedDay(saidAt(each, 'dVenc'))} R$ ${moneyAt(each, 'vDup')}`, 1, 'right'),
    )
  const rows: DanfeBox[][] = bill ? [billRow(bill)] : []
  for (let at = 0; at < boxes.length; at += perRow) {
    const row = boxes.slice(at, at + perRow)
    const empty = Array.from({ length: perRow - row.length }, () => textBox('', '', 1))
    rows.push([...row, ...empty])
  }
  return rows.length > 0 ? [{ title: 'FATURA/DUPLICATAS', rows }] : []
}

const billRow = (bill: DocumentElement): DanfeBox[] => [
  textBox('NÚMERO DA FATURA', saidAt(bill, 'nFat'), 40),
  textBox('VALOR ORIGINAL', moneyAt(bill, 'vOrig'), 20, 'right'),
  textBox('VALOR DO DESCONTO', moneyAt(bill, 'vDesc'), 20, 'right'),
  textBox('VALOR LÍQUIDO', moneyAt(bill, 'vLiq'), 20, 'right'),
]

/** Instalments that have no box. */
export function instalmentsLeft(info: DocumentElement): string {
  const left = instalmentsOf(info)
    .slice(mostBoxes)
    .map(each => joined(' ', saidAt(each, 'nDup'), printedDay(saidAt(each, 'dVenc')), `R$ ${moneyAt(each, 'vDup')}`))
  return left.length > 0 ? `Demais duplicatas: ${left.join('; ')}` : ''
}
