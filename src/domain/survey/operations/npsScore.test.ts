import { describe, expect, it } from 'vitest'
import { summarizeNps } from './npsScore.ts'

const of = (...scores: readonly number[]) => summarizeNps(scores.map(score => ({ score, count: 1 })))

describe('the summary of the survey', () => {
  it('puts every score in one bucket', () => {
    expect(of(0, 1, 6)).toMatchObject({ detratores: { count: 3, percentage: 100 }, score: -100 })
    expect(of(7, 8)).toMatchObject({ passivos: { count: 2, percentage: 100 }, score: 0 })
    expect(of(9, 10)).toMatchObject({ promotores: { count: 2, percentage: 100 }, score: 100 })
  })

  it('weighs scores by their answers', () => {
    const made = summarizeNps([
      { score: 10, count: 5 },
      { score: 8, count: 2 },
      { score: 3, count: 1 },
    ])
    expect(made).toEqual({
      detratores: { count: 1, percentage: 12.5 },
      passivos: { count: 2, percentage: 25 },
      promotores: { count: 5, percentage: 62.5 },
      score: 50,
    })
  })

  it('rounds once, and knows no answers', () => {
    expect(of(10, 5, 8)).toMatchObject({ promotores: { percentage: 33.33 }, detratores: { percentage: 33.33 }, score: 0 })
    expect(of(10, 10, 8)).toMatchObject({ score: 66.67 })
    expect(of()).toEqual({
      detratores: { count: 0, percentage: 0 },
      passivos: { count: 0, percentage: 0 },
      promotores: { count: 0, percentage: 0 },
      score: 0,
    })
  })
})
