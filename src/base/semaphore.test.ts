import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

it('runs all of it, never more at once than it may, also when some of it fails', async () => {
  const line = createSemaphore(3)
  let now = 0
  let most = 0
  const work = async (n: number): Promise<number> => {
    most = Math.max(most, ++now)
    await new Promise(done => setTimeout(done, 1))
    now -= 1
    if (n % 4 === 0) throw new Error(`${n}`)
    return n
  }
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => line(() => work(n))))
  expect(most).toBe(3)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
  expect(now).toBe(0)
})
