import { describe, expect, it } from 'vitest'
import { evaluate } from '../expression.ts'
import { shopDefinitions } from '../fixtures/shop.ts'
import { readModel } from '../read.ts'
import { gateAllows, gatesOf, modelForRights, type Permission, rightsFor } from './gate.ts'
import { GateError, parseGate } from './gateTree.ts'

const { model } = readModel(shopDefinitions)

const employee: Permission = {
  admin: false,
  owner: false,
  logged: true,
  flags: { cardapio_ver: true },
  store: { entrega: false },
}
const owner: Permission = { ...employee, owner: true, flags: {}, store: { entrega: true } }

describe('gates', () => {
  it.each([
    ['logged', true],
    ['admin', false],
    ['cardapio_ver', true],
    ['cardapio_editar', false],
    ['cardapio_ver && store.entrega', false],
    ['cardapio_editar || cardapio_ver && !admin', true],
    ['!(logged && cardapio_ver)', false],
    ['true', true],
  ])('%s for an employee: %s', (gate, expected) => {
    expect(gateAllows(gate, employee)).toBe(expected)
  })

  it('owners and administrators pass flags, not store features', () => {
    expect(gateAllows('cardapio_editar', owner)).toBe(true)
    expect(gateAllows('cardapio_editar && store.entrega', { ...owner, store: {} })).toBe(false)
    expect(gateAllows('owner', { ...employee, admin: true })).toBe(true)
    expect(gateAllows('admin', owner)).toBe(false)
  })

  it.each(['', 'a &&', '(a', 'a b', 'a == 1', '&& a'])('%j cannot be read', gate => {
    expect(() => parseGate(gate)).toThrow(GateError)
  })

  it('rights answer every gate of the Model', () => {
    expect(Object.keys(rightsFor(model, employee)).sort()).toEqual([...gatesOf(model)].sort())
  })
})

describe('cutModel', () => {
  const cut = modelForRights(model, rightsFor(model, employee))

  it('leaves out what may not be seen, and keeps what it refers to for lookups', () => {
    expect(Object.keys(cut.registers)).toEqual(['combos', 'grupos', 'lojas', 'ncms', 'produtos', 'produtos.disponibilidades'])
    expect(cut.registers.ncms?.fields.map(field => field.name)).toEqual(['id', 'descricao'])
    expect(cut.registers.ncms?.access).toEqual({})
    expect(cut.registers.lojas?.access).toEqual({})
    expect(
      evaluate(cut, 'produtos', 'store.entrega && store.nome == ""', { record: {}, store: { entrega: true, nome: null } }),
    ).toBe(true)
  })

  it('leaves out closed actions, their columns, pages and menu items', () => {
    expect(cut.registers.produtos?.views.actions.map(action => action.id)).toEqual(['open'])
    expect(cut.registers.produtos?.views.list.columns.some(column => column.field === '!ver')).toBe(false)
    expect(Object.keys(cut.imports)).toEqual([])
    expect(Object.keys(cut.screens)).toEqual(['senha'])
    expect(cut.menu.flatMap(group => group.items.map(item => item.path))).toEqual([
      '/produtos',
      '/grupos',
      '/alterarSenha',
      '/produtos?venda=0..5',
    ])
  })

  it('has the same hash for the same rights, and one of its own', () => {
    expect(modelForRights(model, rightsFor(model, employee)).hash).toBe(cut.hash)
    expect(cut.hash).not.toBe(model.hash)
    expect(Object.isFrozen(cut)).toBe(true)
  })
})
