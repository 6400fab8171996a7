import { describe, expect, it } from 'vitest'
import { reviewText } from './print.ts'
import type { Review } from './review.ts'

const review: Review = {
  ref: 'v1',
  commit: '0123456789abcdef',
  since: '2026-01-31T12:00:00Z',
  made: '2026-02-01T12:00:00Z',
  sections: [
    {
      title: 'Registros',
      subjects: [
        { kind: 'changed', name: 'fretes', title: 'Fretes', lines: [{ kind: 'added', text: 'Campo “Prazo”: Número inteiro' }] },
      ],
    },
  ],
  unread: { past: [], now: [] },
}

describe('the review as text', () => {
  it('tells what changed, and that no data was looked at', () => {
    expect(reviewText(review)).toBe(
      [
        'Configuração desde v1 (0123456789, 31/01/2026 09:00)',
        '',
        'Registros (1)',
        '  ~ Fretes  [fretes]',
        '      + Campo “Prazo”: Número inteiro',
        '',
        'Sem DATABASE_URL: o efeito nos dados não foi medido.',
      ].join('\n'),
    )
  })

  it('tells the effect on data and the plan of the tables', () => {
    const whole: Review = {
      ...review,
      impact: [{ place: 'Fretes', text: '“CEP” deixa de aceitar o que há em 1 linha.', rows: 1, serious: true, examples: ['x'] }],
      plan: { migrations: [], words: ['a: coluna nova b'], steps: ['ALTER TABLE a'], refusals: [], notices: [] },
    }
    const text = reviewText(whole)
    expect(text).toContain('  ! Fretes: “CEP” deixa de aceitar o que há em 1 linha. Por exemplo: x')
    expect(text).toContain('  a: coluna nova b')
    expect(reviewText(whole, { sql: true })).toContain('  ALTER TABLE a;')
  })
})
