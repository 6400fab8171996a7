import { describe, expect, it } from 'vitest'
import { type CheckedRecord, checkRecord } from './check.ts'
import { withComputed } from './computed/withComputed.ts'
import { valuesWrittenBy } from './computed/writtenValues.ts'
import { cloneRecord, newRecord, withDefaults } from './defaults.ts'
import { evaluate } from './expression.ts'
import { shopDefinitions, shopWithEditedText } from './fixtures/shop.ts'
import { readModel } from './read.ts'
import { fieldOf } from './register.ts'

const { model } = readModel(shopDefinitions)

const good = { nome: 'Bolo', grupoId: 3, custo: 5, venda: 9.9, tipo: 1 }

const check = (record: Record<string, unknown>, context: Partial<Parameters<typeof checkRecord>[3]> = {}) =>
  checkRecord(model, 'produtos', record, { isNew: true, ...context })

const told = (record: Record<string, unknown>, context: Partial<Parameters<typeof checkRecord>[3]> = {}): string[] =>
  check(record, context).problems.map(problem => `${problem.path} ${problem.code}`)

describe('checkRecord', () => {
  it('brings values to their stored form', () => {
    const { record, problems } = check({
      ...good,
      codigo: 12,
      dias: [6, 0],
      motivo: '',
      id: 7,
      version: 2,
      createdAt: 'x',
      grupo: { id: 3 },
    })
    expect(problems).toEqual([])
    expect(record).toMatchObject({ codigo: '12', dias: [0, 6], motivo: null, id: 7, version: 2, nome: 'Bolo' })
    expect(record).not.toHaveProperty('createdAt')
    expect(record).not.toHaveProperty('grupo')
  })

  it('reads no more rows of a new record than what is told of them takes', () => {
    const readOf = (count: number, isNew: boolean) => {
      let read = 0
      const row = () => ({
        get nada() {
          read += 1
          return 1
        },
      })
      const { problems } = check({ ...good, disponibilidades: Array.from({ length: count }, row) }, { isNew, mostProblems: 300 })
      return { read, isRefused: problems.length > 300 }
    }
    expect(readOf(1000, true)).toEqual({ read: 301, isRefused: true })
    expect(readOf(2000, true)).toEqual({ read: 301, isRefused: true })
    // One that stands may have been wrong before: all of it counts.
    expect(readOf(1000, false)).toEqual({ read: 1000, isRefused: true })
  })

  it('tells what is wrong, field by field', () => {
    expect(told({ nome: '  ', grupoId: 'x', venda: -1, codigo: 'abc', cor: 1 })).toEqual([
      'codigo so-digitos',
      'grupoId reference-invalid',
      'venda minimum',
      'cor field-unknown',
      'nome required',
    ])
  })

  it('names the field in the parameters', () => {
    expect(check({ grupoId: 1 }).problems[0]).toEqual({ path: 'nome', code: 'required', params: { field: 'Nome' } })
  })

  it('drops what the server keeps', () => {
    expect(check({ ...good, bloqueado: true, margem: 7 }).record).not.toHaveProperty('bloqueado')
    expect(check({ ...good, margem: 7 }).record).not.toHaveProperty('margem')
  })

  it('empties what is hidden where the definition says so, of a change too', () => {
    const shown = '"visibleWhen": "tipo == 2"'
    const path = 'registers/cardapio/produtos.schema.json'
    const read = readModel(shopWithEditedText(path, shown, `${shown}, "clearWhenHidden": true`))
    expect(read.problems).toEqual([])
    const save = (record: Record<string, unknown>, current?: Record<string, unknown>) =>
      checkRecord(read.model, 'produtos', record, { isNew: !current, partial: current !== undefined, current }).record
    expect(save({ ...good, motivo: 'uso' })).toMatchObject({ motivo: null })
    expect(save({ ...good, tipo: 2, motivo: 'uso' })).toMatchObject({ motivo: 'uso' })
    expect(save({ tipo: 1 }, { ...good, tipo: 2, motivo: 'uso' })).toEqual({ tipo: 1, motivo: null })
    expect(save({ venda: 12 }, { ...good, tipo: 2, motivo: 'uso' })).toEqual({ venda: 12 })
    const never = readModel(shopWithEditedText(path, shown, '"clearWhenHidden": true'))
    expect(never.problems).toMatchObject([{ code: 'clear-without-condition' }])
  })

  it('demands by condition, and nothing of what is hidden', () => {
    expect(told({ ...good, tipo: 2 })).toEqual(['motivo required'])
    expect(told({ ...good, tipo: 2, motivo: 'uso' })).toEqual([])
  })

  it('rules', () => {
    expect(told({ ...good, venda: 1 })).toEqual(['venda venda-menor'])
  })

  it('one problem has one text: a rule says nothing of a value that is none', () => {
    const password = { type: 'string', title: 'Senha', minLength: 6 }
    const definition = {
      title: 'Senhas',
      type: 'object',
      register: {
        scope: 'global',
        access: { all: 'admin' },
        rules: [{ rule: 'senha == outra', message: 'venda-menor', fields: ['outra'] }],
      },
      properties: { senha: password, outra: { type: 'string', title: 'De novo' } },
      required: ['senha', 'outra'],
    }
    const { model: own } = readModel([
      ...shopDefinitions,
      { path: 'registers/cadastros/senhas.schema.json', text: JSON.stringify(definition) },
    ])
    const codes = (record: object) =>
      checkRecord(own, 'senhas', { ...record }, { isNew: true }).problems.map(({ path, code }) => `${path} ${code}`)
    expect(codes({ senha: '123', outra: '123' })).toEqual([expect.stringContaining('senha ')])
    expect(codes({ senha: '123456', outra: '1234567' })).toEqual(['outra venda-menor'])
  })

  it('child lists: rows, limits, duplicates, rows that go', () => {
    const rows = [{ dia: 1, inicio: '0900' }, { dia: 8 }, { inicio: 'x', dia: 1 }]
    expect(told({ ...good, disponibilidades: rows })).toEqual([
      'disponibilidades.1.dia maximum',
      'disponibilidades.2.inicio time-invalid',
      'disponibilidades.2.dia dia-repetido',
    ])
    expect(told({ ...good, disponibilidades: [1, 2, 3, 4].map(dia => ({ dia })) })).toEqual(['disponibilidades list-too-long'])
    expect(told({ ...good, disponibilidades: 'x' })).toEqual(['disponibilidades list-invalid'])
    const { record } = check({
      ...good,
      disponibilidades: [
        { id: 4, produtosId: 9, dia: 1 },
        { id: 5, deletar: true, dia: 99 },
      ],
    })
    expect(record.disponibilidades).toEqual([
      { id: 4, dia: 1 },
      { id: 5, deletar: true },
    ])
  })

  it('a partial record: only what is there, seen together with what is stored', () => {
    expect(told({ venda: 8 }, { isNew: false, partial: true })).toEqual([])
    expect(told({ nome: null }, { isNew: false, partial: true })).toEqual(['nome required'])
    expect(told({ venda: 1 }, { isNew: false, partial: true, current: { ...good, id: 1 } })).toEqual(['venda venda-menor'])
    expect(told({ tipo: 2 }, { isNew: false, partial: true, current: good })).toEqual(['motivo required'])
  })

  it('a register that does not exist', () => {
    expect(checkRecord(model, 'nada', {}, { isNew: true }).problems[0]?.code).toBe('register-unknown')
  })
})

describe('defaults', () => {
  const origin = { zone: 'America/Sao_Paulo', now: '2026-11-20T12:00:00.000Z' }

  it('a new record', () => {
    expect(newRecord(model, 'produtos', origin)).toMatchObject({
      nome: null,
      combo: false,
      custo: 0,
      tipo: 1,
      promocao: '2026-11-20T03:00:00.000Z',
      disponibilidades: [],
    })
    expect(newRecord(model, 'produtos')).not.toHaveProperty('id')
    expect(newRecord(model, 'combos')).toMatchObject({ combo: true })
  })

  it('fills what is missing and leaves what is empty', () => {
    expect(withDefaults(model, 'produtos', { custo: null, nome: 'x' }, origin)).toMatchObject({
      custo: null,
      venda: 0,
      nome: 'x',
    })
  })

  it('a clone has neither key, dates, images nor ids of rows', () => {
    const saved = {
      ...good,
      id: 1,
      version: 4,
      foto: '/files/1.png',
      senha: 's',
      createdAt: 'x',
      disponibilidades: [{ id: 9, produtosId: 1, dia: 2, ordem: 1, lojaId: 1 }],
    }
    expect(cloneRecord(model, 'produtos', saved)).toEqual({ ...good, disponibilidades: [{ dia: 2 }] })
  })
})

describe('computed fields', () => {
  it('are computed and written back', () => {
    expect(withComputed(model, 'produtos', { record: { custo: 10, venda: 15 } }).margem).toBe(50)
    const produtos = model.registers.produtos ?? fail()
    const margem = fieldOf(produtos, 'margem') ?? fail()
    const answer = (expression: string) => evaluate(model, 'produtos', expression, { record: { custo: 10, margem: 25 } })
    expect(valuesWrittenBy(produtos, margem, answer)).toEqual({ venda: 12.5 })
  })
})

function fail(): never {
  throw new Error('no register')
}

describe('a memory of child rows', () => {
  const { model } = readModel(shopDefinitions)
  const row = { id: 1, dia: 9 }
  const check = (rows: readonly object[], memory: WeakMap<object, CheckedRecord>) =>
    checkRecord(model, 'produtos', { id: 1, nome: 'Bolo', disponibilidades: rows }, { isNew: false, memory }).problems

  it('finds the same problems of the same rows at their places', () => {
    const memory = new WeakMap<object, CheckedRecord>()
    const first = check([row], memory)
    expect(check([row], memory)).toEqual(first)
    expect(check([{ id: 2, dia: 1 }, row], memory).map(({ path }) => path)).toEqual(
      first.map(({ path }) => path.replace('disponibilidades.0', 'disponibilidades.1')),
    )
    expect(check([row], memory)).toEqual(check([row], new WeakMap()))
  })
})
