import { describe, expect, it } from 'vitest'
import { readModel } from '../read.ts'

const number = { type: 'number', title: 'Número' }

/** Returns the checker's problems with computed fields of a record and of its rows. */
function circles(own: Record<string, string>, rows: Record<string, string> = {}): string[] {
  const fields = (computed: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(computed).map(([name, compute]) => [name, compute === '' ? number : { ...number, compute }]),
    )
  const register = {
    title: 'Contas',
    type: 'object',
    register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
    properties: {
      nome: { type: 'string', title: 'Nome' },
      ...fields(own),
      itens: { type: 'array', title: 'Itens', items: { type: 'object', properties: fields(rows) } },
    },
  }
  return readModel([{ path: 'registers/toys/contas.schema.json', text: JSON.stringify(register) }]).problems.map(
    ({ code, message }) => `${code} ${message}`,
  )
}

const circle = (way: string): string => `compute-circle The field hangs on itself: ${way}.`

describe('computed fields that hang on one another', () => {
  it('are refused by name where they go in a circle', () => {
    expect(circles({ a: 'a + 1.0' })).toEqual([circle('a -> a')])
    expect(circles({ b: 'c + 1.0', c: 'b + d', d: '' })).toEqual([circle('b -> c -> b')])
    expect(circles({ total: 'sum(itens.map(i, i.parte))' }, { parte: 'parent.total / 2' })).toEqual([
      circle('itens.parte -> total -> itens.parte'),
    ])
    expect(
      circles({ total: 'sum(itens.filter(i, i.x > 0.0).map(i, i.x))' }, { x: 'y + parent.itens[0].y', y: 'parent.total' }),
    ).toEqual([circle('itens.x -> itens.y -> total -> itens.x')])
  })

  it('are taken where they only bear the same names', () => {
    expect(circles({ valor: 'sum(itens.map(i, i.valor))' }, { valor: 'x * 2.0', x: '', parte: 'valor / parent.valor' })).toEqual(
      [],
    )
    expect(circles({ total: 'sum(itens.map(i, i.a)) + b', b: '' }, { a: '', b: 'parent.total' })).toEqual([])
    expect(circles({ linhas: 'decimal(size(itens))' }, { parte: '1.0 / parent.linhas' })).toEqual([])
  })
})
