import { describe, expect, it } from 'vitest'
import { isDue, neverAnswered } from './overlayDue.ts'

const days = 90
const ninetyDays = 7_776_000_000
const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (ms: number): string => new Date(now - ms).toISOString()

describe('a form above the pages is due', () => {
  it.each([
    ['a new account', ago(1000), undefined, false],
    ['an account of 90 days to the millisecond', ago(ninetyDays), neverAnswered, false],
    ['a millisecond later', ago(ninetyDays + 1), neverAnswered, true],
    ['an old account that never answered', '2020-01-01T00:00:00Z', undefined, true],
    ['answered 90 days ago to the millisecond', '2020-01-01T00:00:00Z', ago(ninetyDays), false],
    ['answered a millisecond before', '2020-01-01T00:00:00Z', ago(ninetyDays + 1), true],
    ['an account whose age is not known', undefined, neverAnswered, false],
  ])('%s: %s, %s', (_name, account, last, due) => expect(isDue(days, account, last, now)).toBe(due))
})
