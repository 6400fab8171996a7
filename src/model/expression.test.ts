import { describe, expect, it } from 'vitest'
import {
  compileExpression,
  conditionHolds,
  evaluate,
  evaluateInScope,
  namesUsedBy,
  scopeOfFields,
  scopeOfRegister,
} from './expression.ts'
import { shopDefinitions } from './fixtures/shop.ts'
import { readModel } from './read.ts'

const { model } = readModel(shopDefinitions)

const record = {
  nome: 'Bolo',
  custo: 10.1,
  venda: 19.9,
  grupoId: 3,
  grupo: { id: 3, nome: 'Doces' },
  tipo: 1,
  dias: [0, 6],
  disponibilidades: [{ dia: 1 }, { dia: 2 }, { dia: 5, deletar: true }],
}
const moment = {
  record,
  user: { admin: true, email: 'dono@demo.com.br' },
  store: { id: 1, entrega: true, nome: 'Matriz' },
  zone: 'America/Sao_Paulo',
  now: '2026-11-20T01:30:00.000Z',
  more: { reply: { count: 2, nome: 'x', itens: [1.5] }, selection: [1, 2], value: 'abc' },
}

const value = (expression: string): unknown => evaluate(model, 'produtos', expression, moment)

describe('values of expressions', () => {
  it.each([
    ['venda * 3', 59.7],
    ['0.1 + 0.2 == 0.3', true],
    ['custo / 0', 0],
    ['venda - 19', 0.9],
    ['2 * venda', 39.8],
    ['-venda', -19.9],
    ['venda > 19 && venda < 20.0 && 20 > venda', true],
    ['custo == 0 ? 0 : round((venda / custo - 1) * 100, 2)', 97.03],
    ['round(0.125, 2)', 0.12],
    ['roundHalfUp(0.125, 2)', 0.13],
    ['roundUp(10.0 / 3.0, 4)', 3.3334],
    ['margem == 0', true],
    ["motivo == '' && empty(motivo) && empty(promocao) && empty(margem) && !empty(nome)", true],
    ['size(disponibilidades)', 2],
    ['disponibilidades.exists(d, d.dia == 2)', true],
    ['disponibilidades.all(d, d.dia > 0 && d.inicio == "")', true],
    ['sum(disponibilidades.map(d, d.dia))', 3],
    ['disponibilidades.filter(d, d.dia > 1).map(d, string(d.dia))', ['2']],
    ['6 in dias', true],
    ['tipo in [1, 2]', true],
    ['venda in [19.9, 2.0]', true],
    ['grupo.nome', 'Doces'],
    ['ncm.descricao', ''],
    ['store.entrega && store.nome == "Matriz"', true],
    ['user.admin && user.email.contains("@demo")', true],
    ['isNew', false],
    ['today', '2026-11-19'],
    ['startOfDay(now)', '2026-11-19T03:00:00.000Z'],
    ['endOfDay(now)', '2026-11-20T02:59:59.999Z'],
    ['addDays(today, 3)', '2026-11-22'],
    ["addMonths('2026-01-31', 1)", '2026-02-28'],
    ['daysBetween("2026-11-01", today)', 18],
    ['minutesBetween("18:00", "00:30")', 390],
    ['minutesBetween("08:00", "08:00")', 1440],
    ['minutesBetween("2026-11-01T10:00:00Z", "2026-11-02T11:30:00Z")', 1530],
    ['durationText(1530)', '1 dia, 1 hora e 30 minutos'],
    ['durationText(120)', '2 horas'],
    ['range(2, 4).map(n, n * 2)', [4, 6, 8]],
    ['range(4, 2)', []],
    ['formatDate(today)', '19/11/2026'],
    ['money(venda)', 'R$ 19,90'],
    ['pad(digits("1-2"), 4)', '0012'],
    ['fold("Pão de Açúcar")', 'pao de acucar'],
    ['first(motivo, nome)', 'Bolo'],
    ['nome.matches("^B[a-z]+$")', true],
    ['reply.count > 0 && reply.nome == "x"', true],
    ['reply.itens[0] > 1.0', true],
    ['value != ""', true],
    ['selection', [1, 2]],
    ['{"a": venda, "b": [tipo]}', { a: 19.9, b: [1] }],
  ])('%s', (expression, expected) => {
    expect(value(expression)).toEqual(expected)
  })

  it('one that fails has no value and holds for nothing', () => {
    expect(value('disponibilidades[9].dia')).toBeUndefined()
    expect(value('nome +')).toBeUndefined()
    expect(conditionHolds(model, 'produtos', 'disponibilidades[9].dia == 1', moment)).toBe(false)
    expect(conditionHolds(model, 'produtos', undefined, moment)).toBe(true)
  })

  it('a child row sees its parent', () => {
    expect(
      evaluate(model, 'produtos.disponibilidades', 'parent.venda > 10 && dia == 1', { record: { dia: 1 }, parent: record }),
    ).toBe(true)
  })

  it('a field may be called as a type of CEL', () => {
    expect(evaluate(model, 'user_lojas', 'type == 2', { record: { type: 2 } })).toBe(true)
  })

  it('fields that are no register’s', () => {
    const screen = model.screens.senha
    const fields = screen && 'form' in screen.body ? screen.body.form.fields : []
    expect(evaluateInScope(scopeOfFields(model, fields), 'atual != nova', { record: { atual: 'a', nova: 'b' } })).toBe(true)
  })
})

describe('types of expressions', () => {
  const typed = (expression: string) => {
    const result = compileExpression(expression, scopeOfRegister(model, 'produtos'))
    return result.ok ? result.value.type : result.error
  }

  it.each([
    ['venda * 2', 'decimal'],
    ['tipo + 1', 'int'],
    ['1.5', 'decimal'],
    ['isNew ? -1 : venda', 'decimal'],
    ['isNew ? 0 : tipo == 1 ? 1 : venda', 'decimal'],
    ['disponibilidades.map(d, d.inicio)', 'list<string>'],
  ])('%s is %s', (expression, type) => {
    expect(typed(expression)).toBe(type)
  })

  it.each([
    ['venda + nome', 0, undefined],
    ['nome == vend', 8, 'vend'],
    ['grupo.nme == ""', 6, 'nme'],
    ['disponibilidades.map(d, d.dai)', 26, 'dai'],
    ['isNew ? nome : venda', 0, undefined],
    ['venda ==', 8, undefined],
    ['store.entregas', 6, 'entregas'],
  ])('%s fails at %i', (expression, at, unknown) => {
    expect(typed(expression)).toMatchObject({ at, ...(unknown === undefined ? {} : { unknown }) })
  })

  it('tells what an expression reads', () => {
    expect(namesUsedBy(model, 'produtos', 'custo > 0 && disponibilidades.exists(d, d.dia == tipo)')).toEqual([
      'custo',
      'disponibilidades',
      'tipo',
    ])
  })
})
