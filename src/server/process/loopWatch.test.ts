import { expect, test } from 'vitest'
import { LoopWatch } from './loopWatch.ts'

const watching = () => {
  const seen: [what: string, seconds: number, calls: readonly string[]][] = []
  const watch = new LoopWatch(
    { told: 10, ended: 30, grace: 40 },
    {
      tellSilence: (seconds, calls) => void seen.push(['told', seconds, calls]),
      end: (seconds, calls) => void seen.push(['ended', seconds, calls]),
    },
  )
  const look = (times: number): void => {
    for (let n = 0; n < times; n += 1) watch.look(1)
  }
  return { watch, seen, look }
}

test('silence is told once with the calls at hand, and ended in the end', () => {
  const { watch, seen, look } = watching()
  watch.hear(['GET /api/nfes/danfe'])
  look(29)
  expect(seen).toEqual([['told', 10, ['GET /api/nfes/danfe']]])
  look(20)
  expect(seen.slice(1)).toEqual([['ended', 30, ['GET /api/nfes/danfe']]])
})

test('whoever tells something again is not silent', () => {
  const { watch, seen, look } = watching()
  for (let n = 0; n < 5; n += 1) {
    watch.hear([])
    look(9)
  }
  expect(seen).toEqual([])
  look(1)
  watch.hear([])
  look(29)
  expect(seen.map(([what, seconds]) => [what, seconds])).toEqual([
    ['told', 10],
    ['told', 10],
  ])
})

test('who starts is not watched, however long it takes', () => {
  const { seen, look } = watching()
  look(1000)
  expect(seen).toEqual([])
})

test('who is told to end has its grace, and none where it does not hear', () => {
  const heard = watching()
  heard.watch.hear([])
  heard.watch.expectEnd()
  for (let n = 0; n < 39; n += 1) {
    heard.look(1)
    heard.watch.hear([])
  }
  expect(heard.seen).toEqual([])
  heard.look(1)
  expect(heard.seen).toEqual([['ended', 40, []]])

  const deaf = watching()
  deaf.watch.hear(['POST /api/x'])
  deaf.look(12)
  deaf.watch.expectEnd()
  deaf.look(1)
  expect(deaf.seen.map(([what]) => what)).toEqual(['told', 'ended'])
})
