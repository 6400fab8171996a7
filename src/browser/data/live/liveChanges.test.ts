import { expect, it } from 'vitest'
import { parseEventStream } from './liveChanges.ts'

it('cuts a stream into events and keeps the unfinished one', () => {
  const { events, rest } = parseEventStream('event: change\ndata: {"a":1}\n\n: ping\n\ndata: x\ndata: y\n\nevent: mod')
  expect(events).toEqual([
    { event: 'change', data: '{"a":1}' },
    { event: 'message', data: 'x\ny' },
  ])
  expect(rest).toBe('event: mod')
})
