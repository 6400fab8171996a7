import { expect, it } from 'vitest'
import type { Field } from '../../../model/model.ts'
import { orderedGroups } from './groupFields.ts'

const field = (more: Partial<Field>): Field => ({
  name: 'campo',
  title: 'Campo',
  kind: 'text',
  required: false,
  stored: true,
  readOnly: false,
  secret: false,
  clone: true,
  search: false,
  ...more,
})
const group = (valor: string | number | null, rotulo?: string) => ({
  valor,
  count: 1,
  totais: {},
  ...(rotulo === undefined ? {} : { rotulo }),
})
const read = (groups: readonly ReturnType<typeof group>[], of: Field) => orderedGroups(groups, of).map(({ valor }) => valor)

it('choices stand in their own order, and none of them last', () => {
  const status = field({ kind: 'choice', choices: [0, 1, 2].map(value => ({ value, title: `${value}` })) })
  expect(read([group(null), group(2), group(0), group(1)], status)).toEqual([0, 1, 2, null])
})

it('records stand by their names, the newest day first', () => {
  expect(read([group(7, 'Sucos'), group(null), group(3, 'Águas'), group(9, 'Pizzas')], field({ kind: 'reference' }))).toEqual([
    3,
    9,
    7,
    null,
  ])
  expect(read([group('2026-01-02'), group('2026-11-01')], field({ kind: 'date' }))).toEqual(['2026-11-01', '2026-01-02'])
})
