import fc from 'fast-check'
import '../../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { sampleRecords } from '../../../scripts/sampleData/record.ts'
import { readDefinitions } from '../../server/start/definitions.ts'
import { evaluateInScope, scopeOfRegister } from '../expression.ts'
import { shopDefinitions } from '../fixtures/shop.ts'
import type { Model, Register } from '../model.ts'
import { readModel } from '../read.ts'
import { simpleEvaluatorOf } from './simpleEvaluator.ts'

const { model } = readModel(shopDefinitions)
const produtos = model.registers.produtos as Register

const user = { id: 7, admin: false, owner: true, email: 'dono@demo.com.br', stores: 2 }
const around = { user, zone: 'America/Sao_Paulo', now: '2026-11-20T01:30:00.000Z', isNew: false }

const inCel = (of: Model, register: Register, expression: string, record: Readonly<Record<string, unknown>>): unknown =>
  evaluateInScope(scopeOfRegister(of, register.name), expression, { ...around, record })

const keys = /^(when|visibleWhen|readOnlyWhen|requiredWhen|enabledWhen|compute)$/

/** Every expression that stands somewhere in a register. */
const conditionsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => (keys.test(key) && typeof one === 'string' ? [one] : conditionsOf(one)))
    : []

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const records = fc.record({
  nome: maybe(fc.constantFrom('', ' ', 'Bolo', 'bolo', 'Ção')),
  codigo: maybe(fc.constantFrom('0', '12')),
  custo: maybe(fc.constantFrom(0, 1, 10.1, -2.5)),
  venda: maybe(fc.constantFrom(0, 1, 10.1, 19.9)),
  tipo: maybe(fc.constantFrom(0, 1, 2)),
  grupoId: maybe(fc.constantFrom(1, 3)),
  combo: maybe(fc.boolean()),
  bloqueado: maybe(fc.boolean()),
})

/** Expressions of this grammar, right and wrong in their types alike. */
const { expressions } = fc.letrec<{ leaf: string; term: string; expressions: string }>(tie => ({
  leaf: fc.constantFrom(
    ...[
      'nome',
      'codigo',
      'custo',
      'venda',
      'tipo',
      'grupoId',
      'combo',
      'bloqueado',
      'isNew',
      'today',
      'user.admin',
      'user.stores',
    ],
    ...['0', '1', '2', '0.0', '10.1', "''", "'Bolo'", '"12"', 'true', 'false'],
  ),
  term: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: tie('leaf') },
    { weight: 2, arbitrary: tie('leaf').map(leaf => `empty(${leaf})`) },
    tie('term').map(term => `!${term}`),
    tie('expressions').map(inner => `(${inner})`),
  ),
  expressions: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: tie('term') },
    {
      weight: 6,
      arbitrary: fc
        .tuple(tie('term'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('term'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('expressions'), fc.constantFrom('&&', '||'), tie('expressions'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
    },
  ),
}))

describe('plain expressions', () => {
  it.each([
    ['nome', 'Bolo'],
    ['venda', 19.9],
    ['tipo', 1],
    ['venda > custo && !empty(nome)', true],
    ['custo == 0', false],
    ["nome == 'Bolo' || isNew", true],
    ['!(tipo >= 2) == true', true],
    ['today', '2026-11-19'],
    ['user.stores > 1', true],
  ])('%s', (expression, expected) => {
    expect(
      simpleEvaluatorOf(produtos, expression)?.({ ...around, record: { nome: 'Bolo', custo: 10.1, venda: 19.9, tipo: 1 } }),
    ).toBe(expected)
  })

  it.each([
    'venda + 1',
    'size(nome)',
    'nome == 1',
    'nada',
    'grupo.nome',
    "nome == 'a\\n'",
    '!nome',
    'isNew < isNew',
    'a ? b : c',
    '(isNew',
    'isNew isNew',
    '',
  ])('%s is left to CEL', expression => expect(simpleEvaluatorOf(produtos, expression)).toBeUndefined())

  it('mean what they mean in CEL', () => {
    let compared = 0
    fc.assert(
      fc.property(expressions, records, (expression, record) => {
        const plain = simpleEvaluatorOf(produtos, expression)
        if (plain) compared += 1
        if (plain)
          expect([expression, plain({ ...around, record })]).toEqual([expression, inCel(model, produtos, expression, record)])
      }),
      { numRuns: 5_000 },
    )
    // Most of what is made at random does not pass CEL's types.
    expect(compared).toBeGreaterThan(1_000)
  })

  it('mean it in the definitions of the product too', () => {
    const { model: product } = readDefinitions()
    let compared = 0
    for (const register of Object.values(product.registers)) {
      for (const expression of conditionsOf(register)) {
        const plain = simpleEvaluatorOf(register, expression)
        for (const record of plain ? sampleRecords(product, register.name, 4) : []) {
          compared += 1
          expect([expression, plain?.({ ...around, record })]).toEqual([expression, inCel(product, register, expression, record)])
        }
      }
    }
    expect(compared).toBeGreaterThan(100)
  })
})
