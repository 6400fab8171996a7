import { describe, expect, it } from 'vitest'
import { stepsToApply } from './apply.ts'
import { describeNotice, describeRefusal } from './describeTables.ts'
import type { Impact, TablesPlan } from './review.ts'

const plan: TablesPlan = { migrations: [], words: [], steps: [], refusals: [], notices: [] }
const refusal = { place: 'a.b', why: 'x', file: 'drop-a-b.sql', statement: 'ALTER' }
const impact = (more: Partial<Impact>): Impact => ({ place: 'Fretes', text: 'T.', rows: 1, serious: true, examples: [], ...more })
const unread = { past: [], now: [] }

describe('what has to be done', () => {
  it('is nothing that is known when no data was looked at', () => {
    expect(stepsToApply({ unread })).toEqual([])
  })

  it('is to start, when the tables stay as they are', () => {
    expect(stepsToApply({ unread, impact: [], plan })).toEqual(['Inicie com npm start: as tabelas não mudam.'])
  })

  it('names what stops the start before it, and what people mend after it', () => {
    const steps = stepsToApply({
      unread: { past: [], now: ['a.json:1:1 x'] },
      impact: [impact({ fixable: true }), impact({ place: 'Grupos', text: '“Nome” se repete.', stops: true })],
      plan: { ...plan, refusals: [refusal] },
    })
    expect(steps.map(step => step.split(' ')[0])).toEqual(['Corrija', 'Acerte', 'Escreva', 'Guarde', 'Inicie', 'Depois,'])
    expect(steps[1]).toContain('Grupos: “Nome” se repete.')
    expect(steps[2]).toContain('1 migração em schemas/migrations')
    expect(steps[5]).toContain('linhas atingidas de Fretes')
  })

  it('is told in the words of who reviews, as what the tables refuse is', () => {
    const why = 'The column is text and the definition wants integer, which cannot hold every value.'
    expect(describeRefusal({ table: 'a', column: 'b', file: '', statement: '', why })).toContain(
      'A coluna é text e a definição pede integer',
    )
    expect(describeRefusal({ table: 'a', column: 'b', file: '', statement: '', why: 'gone' })).toContain('"was": "b"')
    expect(describeNotice('Table "a" belongs to no register; it is left alone until a migration drops it.')).toMatch(
      /^A tabela a /,
    )
    expect(describeNotice('Something else')).toBe('Something else')
  })
})
