import { expect, onTestFinished, test, vi } from 'vitest'
import { exampleRegister } from '../fixtures/exampleRegister.ts'
import { whereOf } from './listQuery.ts'
import { isNarrowed, readListState, writeListState } from './listUrlState.ts'

const read = (text: string) => readListState(new URLSearchParams(text), exampleRegister)
const there = (text: string) => writeListState(read(text), exampleRegister).toString()

test('an empty address is what the definition says', () => {
  expect(read('')).toEqual({
    q: '',
    filters: { ativo: { eq: true } },
    page: 1,
    perPage: 10,
    order: ['nome ASC'],
    columns: undefined,
  })
  expect(there('')).toBe('')
})

test('filters are read by the kind of their field', () => {
  const { filters } = read('grupoId=3&nome=pao&preco=1.5..20&tipo=A,B&ativo=false')
  expect(filters).toEqual({
    grupoId: { eq: 3 },
    nome: { eq: 'pao' },
    preco: { from: 1.5, to: 20 },
    tipo: { in: ['A', 'B'] },
    ativo: { eq: false },
  })
})

test('a span may be open at either end', () => {
  expect(read('preco=10..').filters.preco).toEqual({ from: 10 })
  expect(read('preco=..20').filters.preco).toEqual({ to: 20 })
})

test('a link may ask for what has nothing there', () => {
  expect(read('grupoId=null').filters.grupoId).toEqual({ none: true })
  // A choice of texts, too: none of its options is called so.
  expect(read('tipo=null').filters.tipo).toEqual({ none: true })
  expect(read('createdAt=null').filters.createdAt).toEqual({ none: true })
  expect(there('grupoId=null')).toBe('grupoId=null')
  expect(read('tipo=A,null').filters.tipo).toEqual({ in: ['A'], none: true })
  expect(read('grupoId=3,null').filters.grupoId).toEqual({ in: [3], none: true })
  expect(there('tipo=A,null')).toBe('tipo=A%2Cnull')
  expect(whereOf({ grupoId: { in: [3], none: true } }, exampleRegister)).toEqual({
    and: [{ tipo: { neq: 'B' } }, { or: [{ grupoId: { inq: [3] } }, { grupoId: null }] }],
  })
  // A word is a word.
  expect(read('nome=null').filters.nome).toEqual({ eq: 'null' })
})

test('a field that is in no panel may be filtered by a link', () => {
  expect(read('codigo=17').filters.codigo).toEqual({ eq: '17' })
})

test('a link may ask for several of a choice, for a span of moments, and for what records refer to', () => {
  expect(read('grupoId=3,4').filters.grupoId).toEqual({ in: [3, 4] })
  expect(read('createdAt=2026-11-01..2026-11-07').filters.createdAt).toEqual({ from: '2026-11-01', to: '2026-11-07' })
  const far = 'grupo.createdAt=2026-11-01..2026-11-07&grupo.ativo=true&grupo.deletado_em=null&grupo.tipo=1,3&outro.nome=a'
  expect(read(`ativo=&${far}`).filters).toEqual({
    'grupo.createdAt': { from: '2026-11-01', to: '2026-11-07' },
    'grupo.ativo': { eq: 'true' },
    'grupo.deletado_em': { none: true },
    'grupo.tipo': { in: ['1', '3'] },
  })
  expect(there('grupo.createdAt=2026-11-01..2026-11-07&nome=a')).toBe('nome=a&grupo.createdAt=2026-11-01..2026-11-07')
  expect(whereOf(read(`ativo=&grupo.tipo=1,3&grupo.ativo=true`).filters, exampleRegister)).toEqual({
    and: [{ tipo: { neq: 'B' } }, { 'grupo.tipo': { inq: ['1', '3'] } }, { 'grupo.ativo': 'true' }],
  })
})

test('a range may start with days named by their place', () => {
  const filter = {
    search: true,
    fields: [{ field: 'preco', title: 'Vencimento', operator: 'between' as const, default: '..yesterday' }],
  }
  const register = { ...exampleRegister, views: { ...exampleRegister.views, filter } }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const yesterday = '2026-03-09'
  const state = readListState(new URLSearchParams(''), register)
  expect(state.filters).toEqual({ preco: { to: yesterday } })
  expect(writeListState(state, register).toString()).toBe('')
  expect(writeListState({ ...state, filters: {} }, register).toString()).toBe('preco=')
})

test('what makes no sense is as if it were not there', () => {
  expect(read('page=-1&perPage=x&grupoId=abc&nada=1')).toEqual(read(''))
  expect(read('perPage=99999').perPage).toBe(10_000)
  // A view may be older than the definition, or made by somebody who sees more fields.
  expect(read('order=gone+ASC')).toEqual(read(''))
  expect(read('order=gone+ASC,preco+DESC').order).toEqual(['preco DESC'])
})

test('the address comes back as it was, and a default that was removed stays removed', () => {
  const full = 'q=caf%C3%A9&grupoId=3&preco=1.5..20&page=2&perPage=25&order=preco+DESC&columns=nome%2Cpreco'
  expect(there(full)).toBe(full)
  expect(there('ativo=')).toBe('ativo=')
  expect(read('ativo=').filters).toEqual({})
  expect(there('ativo=true&page=1')).toBe('')
})

test('a list is narrowed by a word or a filter', () => {
  expect(isNarrowed(read('ativo='))).toBe(false)
  expect(isNarrowed(read('ativo=&q=x'))).toBe(true)
  expect(isNarrowed(read('grupoId=1'))).toBe(true)
})
