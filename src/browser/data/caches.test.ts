import { expect, it } from 'vitest'
import type { Model } from '../../model/model.ts'
import { affectedRegisters } from './caches.ts'

const register = (name: string, table: string, lists: readonly string[] = []) =>
  [name, { name, table, lists: lists.map(list => ({ register: list })) }] as const

const model = {
  registers: Object.fromEntries([
    register('produtos', 'produtos', ['produtos.disponibilidades']),
    register('produtoCombos', 'produtos'),
    register('produtos.disponibilidades', 'produtos_disponibilidades'),
    register('grupos', 'grupos'),
  ]),
} as unknown as Model

it('a write touches every register of the table', () =>
  expect([...affectedRegisters('produtoCombos', model)]).toEqual(['produtoCombos', 'produtos']))
it('a write to rows touches the record that holds them', () =>
  expect([...affectedRegisters('produtos.disponibilidades', model)]).toEqual(['produtos.disponibilidades', 'produtos']))
it('an unknown register touches itself', () => expect([...affectedRegisters('x', model)]).toEqual(['x']))
