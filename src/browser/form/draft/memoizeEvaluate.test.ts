import { describe, expect, it } from 'vitest'
import type { Register } from '../../../model/model.ts'
import type { FieldValues } from './draftRows.ts'
import { memoizeEvaluate } from './memoizeEvaluate.ts'

const [products, groups] = ['produtos', 'grupos'].map(name => ({ name }) as Register) as [Register, Register]

/** Counts what is asked; every expression is a name, and its answer what stands under it. */
function counted(readsOf: (expression: string) => readonly string[] | undefined) {
  const asked: string[] = []
  const answer = (register: Register, expression: string, scope: FieldValues): unknown => {
    asked.push(`${register.name}.${expression}`)
    return scope[expression]
  }
  return { asked, evaluate: memoizeEvaluate(answer, (_, expression) => readsOf(expression)) }
}

describe('remembered answers', () => {
  it('stand while what is read is the same, whatever else changes', () => {
    const { asked, evaluate } = counted(expression => [expression])
    expect(evaluate(products, 'preco', { preco: 1, nome: 'a' })).toBe(1)
    expect(evaluate(products, 'preco', { preco: 1, nome: 'b' })).toBe(1)
    expect(evaluate(products, 'preco', { preco: 2, nome: 'b' })).toBe(2)
    expect(evaluate(products, 'preco', { nome: 'b' })).toBeUndefined()
    expect(asked).toHaveLength(3)
  })

  it('are of one register, and of one list as it stands', () => {
    const { asked, evaluate } = counted(expression => [expression])
    const rows = [{ nome: 'a' }]
    for (const register of [products, groups, products]) evaluate(register, 'linhas', { linhas: rows })
    expect(asked).toEqual(['produtos.linhas', 'grupos.linhas'])
    expect(evaluate(products, 'linhas', { linhas: [...rows] })).not.toBe(rows)
  })

  it('are none of what reads the clock', () => {
    const { asked, evaluate } = counted(() => undefined)
    for (let time = 0; time < 3; time += 1) expect(evaluate(products, 'hoje', { hoje: time })).toBe(time)
    expect(asked).toHaveLength(3)
  })
})
