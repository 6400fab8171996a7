import { expect, test } from 'vitest'
import type { ChildList } from '../../../model/model.ts'
import { mergeList } from './mergeList.ts'

const list: ChildList = {
  name: 'respostas',
  title: 'Respostas',
  register: 'pergunta.respostas',
  by: 'perguntaId',
  order: 'ordem',
  clone: true,
}
const kept = [
  { id: 1, nome: 'Sim', ordem: 1 },
  { id: 2, nome: 'Não', ordem: 2 },
  { id: 3, nome: 'Talvez', ordem: 3 },
]

test('rows are changed by id, added without, removed by deletar', () => {
  const merged = mergeList(list, [{ id: 3, nome: 'Quem sabe' }, { nome: 'Nunca' }, { id: '1' }, { id: 2, deletar: true }], kept)
  expect(merged.removed).toEqual([2])
  expect(merged.rows.map(row => row.merged)).toEqual([
    { id: 3, nome: 'Quem sabe', ordem: 1 },
    { nome: 'Nunca', ordem: 2 },
    { id: 1, nome: 'Sim', ordem: 3 },
  ])
})

test('rows that the body does not name stay, in their order', () => {
  const merged = mergeList(list, [{ id: 2, nome: 'Jamais' }, { nome: 'Nova' }], kept)
  expect(merged.rows.map(row => [row.merged.nome, row.merged.ordem, row.index])).toEqual([
    ['Sim', 1, 2],
    ['Jamais', 2, 0],
    ['Talvez', 3, 3],
    ['Nova', 4, 1],
  ])
})

test('a row of another record is not found, and what is no row is refused', () => {
  const merged = mergeList(list, [{ id: 9, nome: 'x' }, 'y'], [])
  expect(merged.problems).toEqual([
    { path: 'respostas.0', code: 'not-found' },
    { path: 'respostas.1', code: 'row-invalid' },
  ])
})
