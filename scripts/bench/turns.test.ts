import { expect, it } from 'vitest'
import { pick, takeTurns } from './turns.ts'

it('asks both sides by turns, neither always first, and counts none for warming up', async () => {
  const asked: string[] = []
  const side = (name: string) => async (turn: number) => {
    asked.push(`${name}${turn}`)
    return turn * 10
  }
  const turns = await takeTurns(side('a'), side('b'), { rounds: 2, warm: 1 })
  expect(asked).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2'])
  expect(turns).toEqual({ ours: [10, 20], other: [10, 20] })
})

it('picks a figure of both sides, and keeps who the other is', () => {
  const turns = { ours: [{ a: 1 }], other: [{ a: 2 }], against: 'HEAD~1' }
  expect(pick(turns, ({ a }) => a)).toEqual({ ours: [1], other: [2], against: 'HEAD~1' })
})
