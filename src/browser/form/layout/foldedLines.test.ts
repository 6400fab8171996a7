import { expect, it } from 'vitest'
import { foldedLines } from './foldedLines.ts'

const line = (name: string) => [{ field: name, span: 12 }]

it('groups the lines below each item that folds, and leaves those before the first as they are', () => {
  const groups = foldedLines([
    line('nome'),
    line('preco'),
    [{ fold: 'Impostos' }],
    line('ncm'),
    [{ fold: 'Vazio' }],
    [{ fold: 'Mais' }],
    line('cor'),
  ])
  expect(groups).toEqual([
    { rows: [line('nome'), line('preco')] },
    { title: 'Impostos', rows: [line('ncm')] },
    { title: 'Mais', rows: [line('cor')] },
  ])
  expect(foldedLines([[{ fold: 'Tudo' }], line('ncm')])).toEqual([{ title: 'Tudo', rows: [line('ncm')] }])
})
