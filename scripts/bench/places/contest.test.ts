import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { Contest, NotComparable, type Place } from './contest.ts'

const place = (name: string): Place => ({
  checkout: { name, root: `/${name}`, buildPages: async () => undefined },
  server: { address: `http://${name}`, pid: 1, took: 0, end: async () => undefined },
  url: name,
  client: {} as Client,
  token: async email => `${email} at ${name}`,
})
const contestOf = (rival?: Place): Contest =>
  new Contest({
    ours: place('this'),
    rival,
    byHand: 'http://hand',
    close: async () => undefined,
    beside: () => Promise.reject(new Error('not asked')),
  })
const named = async ({ checkout: { name } }: Place, turn: number): Promise<string> => `${name}${turn}`
const byHand = async (_: Place, turn: number): Promise<string> => `hand${turn}`
const schedule = { rounds: 2, warm: 0 }

it('holds ours against what is done by hand, or alone', async () => {
  expect(await contestOf().turns(named, byHand, schedule)).toEqual({ ours: ['this0', 'this1'], other: ['hand0', 'hand1'] })
  expect(await contestOf().solo(named, schedule)).toEqual({ ours: ['this0', 'this1'], other: [] })
})

it('holds two versions against each other, and nothing by hand', async () => {
  const expected = { ours: ['this0', 'this1'], other: ['HEAD~10', 'HEAD~11'], against: 'HEAD~1' }
  const contest = contestOf(place('HEAD~1'))
  expect(await contest.turns(named, byHand, schedule)).toEqual(expected)
  expect(await contest.solo(named, schedule)).toEqual(expected)
  const token = await contest.each(each => each.token('ana'))
  expect([contest.ours, contest.rival ?? contest.ours].map(token)).toEqual(['ana at this', 'ana at HEAD~1'])
})

it('says why the other version cannot be measured, and fails for our own', async () => {
  const failing = (name: string) => async (each: Place) => {
    if (each.checkout.name === name) throw new Error('no such call\nat line 1')
    return ''
  }
  const contest = contestOf(place('HEAD~1'))
  const there = contest.turns(failing('HEAD~1'), byHand, schedule)
  await expect(there).rejects.toThrow(new NotComparable('cannot be measured at HEAD~1: no such call'))
  await expect(contest.each(failing('this'))).rejects.not.toBeInstanceOf(NotComparable)
})
