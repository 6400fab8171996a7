import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../fixtures/shop.ts'
import { readModel } from '../read.ts'
import { recordShape, recordShapeHash, validatorOptions } from '../schema.ts'
import { shapeProblems } from './shapeProblems.ts'

const { model } = readModel(shopDefinitions)
const register = model.registers.produtos
if (!register) throw new Error('the fixture has products')
const validate = new Ajv2020(validatorOptions).compile(recordShape(model, 'produtos'))
const problemsOf = (record: Record<string, unknown>) => shapeProblems(model, register, record, validate)

describe('what a schema finds wrong, as problems of the register', () => {
  it('tells nothing of a sound record, and leaves what may be empty to the rules', () => {
    expect(problemsOf({ nome: 'Bolo', grupoId: 3 })).toEqual([])
    expect(problemsOf({ nome: null })).toEqual([])
  })

  it('tells every field once, in the words of its kind', () => {
    const problems = problemsOf({ nome: 'x'.repeat(99), grupoId: 3, venda: 'dez', tipo: 77 })
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['nome', 'too-long'],
      ['venda', 'number-invalid'],
      ['tipo', 'choice-invalid'],
    ])
    expect(problems[0]?.params).toMatchObject({ field: 'Nome', max: 50 })
  })

  it('finds the cells of child rows, and lists that are none', () => {
    expect(problemsOf({ nome: 'x', disponibilidades: [{ dia: 1 }, { dia: 1, inicio: 'cedo' }] })).toMatchObject([
      { path: 'disponibilidades.1.inicio', code: 'time-invalid' },
    ])
    expect(problemsOf({ nome: 'x', disponibilidades: 'todas' })).toMatchObject([
      { path: 'disponibilidades', code: 'list-invalid' },
    ])
  })

  it('forbids what only the schema forbids: a weekday twice', () => {
    expect(problemsOf({ nome: 'x', dias: [1, 1] })).toMatchObject([{ path: 'dias' }])
  })
})

describe('the name of a shape', () => {
  it('stays when only words change, and is another when a limit changes', () => {
    const named = (edit: (text: string) => string): string => {
      const files = shopDefinitions.map(file =>
        file.path.endsWith('produtos.schema.json') ? { ...file, text: edit(file.text) } : file,
      )
      return recordShapeHash(readModel(files).model, 'produtos')
    }
    const now = recordShapeHash(model, 'produtos')
    expect(named(text => text.replace('"Nome"', '"Nome do produto"'))).toBe(now)
    expect(named(text => text.replace('"maxLength": 50', '"maxLength": 60'))).not.toBe(now)
  })
})
