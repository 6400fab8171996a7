import { expect, test, vi } from 'vitest'
import { createUndoStack, type UndoResult } from './undoStack.ts'

function page(
  answer: (action: string) => UndoResult | Promise<UndoResult> = action => ({ acaoId: `not ${action}`, desfeitos: 1 }),
) {
  const take = vi.fn(async (action: string) => answer(action))
  const offers: (() => void)[] = []
  const undoing = createUndoStack({ take, tell: (_, undo) => void offers.push(undo) })
  const taken = () => take.mock.calls.map(([action]) => action)
  const save = (action: string) => {
    const ended = undoing.start(action)
    undoing.saved(action, '')
    ended()
  }
  return { undoing, taken, save, offers }
}

test('what is being saved is the last thing done: it is taken back once it is saved, and not what came before', async () => {
  const { undoing, taken, save } = page()
  save('first')
  const ended = undoing.start('second')
  const undone = undoing.undo()
  await Promise.resolve()
  expect(taken()).toEqual([])
  undoing.saved('second', '')
  ended()
  await undone
  expect(taken()).toEqual(['second'])
})

test('a save that was refused is nothing to take back', async () => {
  const { undoing, taken } = page()
  const ended = undoing.start('refused')
  const undone = undoing.undo()
  ended()
  await undone
  expect(taken()).toEqual([])
  expect(undoing.undo()).toBeUndefined()
})

test('several are taken back one after the other, and done again in turn, however fast the keys come', async () => {
  let running = 0
  const { undoing, taken, save } = page(async action => {
    expect(++running).toBe(1)
    await new Promise(resolve => setTimeout(resolve))
    running -= 1
    return { acaoId: `not ${action}`, desfeitos: 1 }
  })
  save('a')
  save('b')
  await Promise.all([undoing.undo(), undoing.undo(), undoing.redo()])
  expect(taken()).toEqual(['b', 'a', 'not a'])
  await undoing.undo()
  expect(taken().at(-1)).toBe('not not a')
})

test('nothing is lost when no server answers, and nothing taken back twice', async () => {
  let away = true
  const { undoing, taken, save, offers } = page(action => (away ? 'away' : { acaoId: `not ${action}`, desfeitos: 1 }))
  save('a')
  await undoing.undo()
  away = false
  await undoing.undo()
  offers[0]?.()
  await new Promise(resolve => setTimeout(resolve))
  expect(taken()).toEqual(['a', 'a'])
  expect(undoing.undo()).toBeUndefined()
})

test('a save waits for what is being taken back, and for nothing else', async () => {
  let over = false
  const answer = Promise.withResolvers<void>()
  const { undoing, save } = page(async action => {
    await answer.promise
    over = true
    return { acaoId: `not ${action}`, desfeitos: 1 }
  })
  save('a')
  expect(undoing.settled()).toBeUndefined()
  void undoing.undo()
  await vi.waitFor(() => expect(undoing.settled()).toBeDefined(), { interval: 1 })
  answer.resolve()
  await undoing.settled()
  expect(over).toBe(true)
  expect(undoing.settled()).toBeUndefined()
})
