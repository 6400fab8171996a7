import { expect, it } from 'vitest'
import type { Card, ReportItem } from '../../../model/report.ts'
import { inOneColumn, keptPieces } from './keptPieces.ts'

const card = (title: string, value: Card['value']): Card => ({ title, value, as: { kind: 'money', required: false } })
const items: readonly ReportItem[] = [
  { cards: [card('Vendas', 'hoje.total'), card('Contas', { sum: 'contas.array.valor' })] },
  {
    attention: {
      title: 'Atenção',
      none: 'none',
      items: [
        { value: 'produtos.sem_preco', message: 'a', tone: 'warning' },
        { value: { expression: 'a + b', of: { a: 'hoje.total', b: 'contas.total' } }, message: 'b', tone: 'danger' },
      ],
    },
  },
  { when: 'true', items: [{ table: { rows: 'contas.array', columns: [], totals: [], rowTone: [] } }] },
]

it('what belongs to a call that is not there is left out, and a group of nothing with it', () => {
  const kept = keptPieces(items, call => call !== 'contas')
  expect(kept).toHaveLength(2)
  expect(kept[0]).toMatchObject({ cards: [{ title: 'Vendas' }] })
  expect(kept[1]).toMatchObject({ attention: { items: [{ message: 'a' }] } })
  expect(keptPieces(items, () => false)).toEqual([])
})

it('a card whose call failed stands without its figure, where a list goes', () => {
  const kept = keptPieces(
    items,
    call => call !== 'contas',
    () => true,
  )
  expect(kept[0]).toMatchObject({ cards: [{ title: 'Vendas' }, { title: 'Contas' }] })
  expect(kept).toHaveLength(2)
})

it('in one column what needs attention comes right below the first figures', () => {
  const [cards, attention, table] = items
  if (!cards || !attention || !table) throw new Error('no pieces')
  const steps: ReportItem = { steps: { title: 'Passos', items: [] } }
  expect(
    inOneColumn([
      [steps, cards, table],
      [attention, steps],
    ]),
  ).toEqual([steps, cards, attention, table, steps])
  expect(inOneColumn([[table], [attention]])).toEqual([attention, table])
  expect(inOneColumn([[cards]])).toEqual([cards])
})
