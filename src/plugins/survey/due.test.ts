import { describe, expect, it } from 'vitest'
import { isDue, neverAnswered, ninetyDays, questionOf } from './due.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (ms: number): string => new Date(now - ms).toISOString()

describe('the survey is due', () => {
  it.each([
    ['a new account', ago(1000), undefined, false],
    ['an account of 90 days to the millisecond', ago(ninetyDays), neverAnswered, false],
    ['a millisecond later', ago(ninetyDays + 1), neverAnswered, true],
    ['an old account that never answered', '2020-01-01T00:00:00Z', undefined, true],
    ['answered 90 days ago to the millisecond', '2020-01-01T00:00:00Z', ago(ninetyDays), false],
    ['answered a millisecond before', '2020-01-01T00:00:00Z', ago(ninetyDays + 1), true],
    ['an account whose age is not known', undefined, neverAnswered, false],
  ])('%s: %s, %s', (_name, account, last, due) => expect(isDue(account, last, now)).toBe(due))
})

it.each([
  [0, 'survey.improve'],
  [8, 'survey.improve'],
  [9, 'survey.like'],
  [10, 'survey.like'],
])('%d asks %s', (score, question) => expect(questionOf(score)).toBe(question))
